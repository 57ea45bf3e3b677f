import { USUAL_RETENTION } from '@estampa/kit/service/retention';
import { expect, it } from 'vitest';
import { MARK_MAX_AGE_S, oldChanges } from './page-change-repository.ts';

const MINUTE = 60_000;

it.each([
  ['usually', USUAL_RETENTION.OUTBOX_RETENTION_MS, 15],
  ['in a trial', 5 * MINUTE, 5],
  ['at most', 15 * MINUTE + 1, 15],
  ['at least', 4 * MINUTE - 1, 4],
])('page changes are kept %s for long enough', (_when, OUTBOX_RETENTION_MS, minutes) => {
  expect(oldChanges({ OUTBOX_RETENTION_MS }).where).toBe(
    `made_at < now() - interval '${minutes * MINUTE} milliseconds'`,
  );
  expect(minutes * 60).toBeGreaterThan(MARK_MAX_AGE_S);
});
