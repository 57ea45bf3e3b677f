import { expect, it } from 'vitest';
import { NOON } from './ledger-samples.ts';
import { claimEnd, newAttempt } from './new-attempt.ts';

it('an attempt is claimed until its call has ended for certain, and recovered afterwards', () => {
  const settings = { provider: 'asaas', now: NOON, attemptTimeoutMs: 20_000, recoverAfterMs: 60_000 };

  const attempt = newAttempt(settings, { id: 'o-1', totalCents: 10_000 }, { id: 'p-1', attempt: 2 });

  expect(attempt).toMatchObject({ id: 'p-1', attempt: 2, amountCents: 10_000, status: 'pending', tries: 1 });
  expect(attempt.claimedUntil).toEqual(new Date(NOON.getTime() + 21_000));
  expect(attempt.dueAt).toEqual(new Date(NOON.getTime() + 60_000));
  expect(claimEnd(NOON, 0)).toEqual(new Date(NOON.getTime() + 1_000));
});
