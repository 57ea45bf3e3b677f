import { describe, expect, it } from 'vitest';
import { isRenewalDue, REJECTED_FOR_MS, type StoredTokens, termsOf, usable, wasJustRejected } from './oauth-tokens.ts';

const NOON = new Date('2026-11-20T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const after = (ms: number): Date => new Date(NOON.getTime() + ms);
const stored = (changes: Partial<StoredTokens> = {}): StoredTokens => ({
  accessToken: 'access',
  refreshToken: 'refresh',
  expiresAt: after(HOUR_MS),
  renewAt: after(HOUR_MS),
  refusedAt: null,
  version: 1,
  ...changes,
});

describe('an access token', () => {
  it('is renewed when four fifths of its life are over', () => {
    const granted = { accessToken: 'access', refreshToken: 'refresh', lifetimeMs: HOUR_MS };

    expect(termsOf(granted, NOON)).toEqual({ expiresAt: after(HOUR_MS), renewAt: after(48 * MINUTE_MS) });
  });

  it.each<[string, Partial<StoredTokens>, string | null]>([
    ['with more than a minute left', { expiresAt: after(MINUTE_MS + 1) }, 'access'],
    ['with a minute left', { expiresAt: after(MINUTE_MS) }, null],
    ['that has expired', { expiresAt: after(-1) }, null],
    ['that was never granted', { accessToken: null, expiresAt: null }, null],
  ])('%s is used: %j, %s', (_what, changes, expected) => {
    expect(usable(stored(changes), NOON)).toBe(expected);
  });

  it.each<[Date | null, boolean]>([
    [null, true],
    [after(-1), true],
    [NOON, true],
    [after(1), false],
  ])('to be renewed at %s is due: %s', (renewAt, isDue) => {
    expect(isRenewalDue(stored({ renewAt }), NOON)).toBe(isDue);
  });
});

it.each<[Date | null, boolean]>([
  [null, false],
  [after(-REJECTED_FOR_MS - 1), false],
  [after(-REJECTED_FOR_MS), false],
  [after(1 - REJECTED_FOR_MS), true],
  [NOON, true],
])('a refresh token that was rejected at %s was just rejected: %s', (refusedAt, isJust) => {
  expect(wasJustRejected(stored({ refusedAt }), NOON)).toBe(isJust);
});
