import { expect, it } from 'vitest';
import {
  backoffMs,
  CHECKED_FOR_MS,
  dueDate,
  FIRST_CHECK_MS,
  LONGEST_BACKOFF_MS,
  LONGEST_CHECK_MS,
  nextCheckAt,
  nextTryAt,
} from './schedule.ts';

const created = new Date('2026-11-21T12:00:00Z');
const after = (ageMs: number) => new Date(created.getTime() + ageMs);
const waitAt = (ageMs: number) => {
  const next = nextCheckAt(created, after(ageMs));
  return next && next.getTime() - after(ageMs).getTime();
};

const HOUR_MS = 3_600_000;

it.each([
  [0, FIRST_CHECK_MS],
  [1, FIRST_CHECK_MS - 1],
  [FIRST_CHECK_MS, FIRST_CHECK_MS],
  [HOUR_MS - 1, 1],
  [HOUR_MS, HOUR_MS],
  [6 * HOUR_MS, 6 * HOUR_MS],
  [36 * HOUR_MS, LONGEST_CHECK_MS],
  [CHECKED_FOR_MS, LONGEST_CHECK_MS / 2],
  [CHECKED_FOR_MS + 1, null],
])('asks about a payment of the age %i ms again after %s ms', (ageMs, waitMs) => {
  expect(waitAt(ageMs)).toBe(waitMs);
});

it('checks payments of the same age at the same time', () => {
  const requested = [0, 59, 1_000, 600_000].map((ms) =>
    nextCheckAt(new Date(created.getTime() - ms), after(HOUR_MS * 30)),
  );

  expect(new Set(requested.map(Number)).size).toBe(1);
});

it('checks a payment that is never paid some seventy times in all', () => {
  let checks = 0;
  for (let at = nextCheckAt(created, created); at; at = nextCheckAt(created, at)) checks += 1;

  expect(checks).toBeLessThan(75);
});

it.each([
  [1, 1_000],
  [2, 2_000],
  [5, 16_000],
  [40, LONGEST_BACKOFF_MS],
])('waits after failure %i for %i ms', (failures, waitMs) => {
  expect(backoffMs(failures)).toBe(waitMs);
});

it.each([
  ['is waited for', {}, 0, true],
  ['is waited for', {}, CHECKED_FOR_MS, true],
  ['is waited for', {}, CHECKED_FOR_MS + 1, false],
  ['was to be cancelled when it was old', { cancelRequestedAt: after(CHECKED_FOR_MS) }, 2 * CHECKED_FOR_MS, true],
  ['was to be cancelled when it was old', { cancelRequestedAt: after(CHECKED_FOR_MS) }, 2 * CHECKED_FOR_MS + 1, false],
  ['was paid', { paidAt: after(1) }, 10 * CHECKED_FOR_MS, true],
])('a payment that %s (%j) is, at the age of %i ms, tried again: %s', (_what, known, ageMs, isTried) => {
  const payment = { createdAt: created, cancelRequestedAt: null, paidAt: null, ...known };

  expect(nextTryAt(payment, 1, after(ageMs))).toEqual(isTried ? after(ageMs + 1_000) : null);
});

it('counts the days to pay in the time zone of the provider', () => {
  expect(dueDate(new Date('2026-11-21T12:00:00Z'))).toBe('2026-11-24');
  expect(dueDate(new Date('2026-11-22T02:59:59Z'))).toBe('2026-11-24');
  expect(dueDate(new Date('2026-11-22T03:00:00Z'))).toBe('2026-11-25');
});
