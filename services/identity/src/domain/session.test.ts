import { describe, expect, it } from 'vitest';
import { judgeToken, REPEATED_WITHIN_MS, tokenEnd } from './session.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const later = new Date('2030-01-01T12:00:01Z');
const earlier = new Date('2030-01-01T11:59:59Z');

describe('judgeToken', () => {
  it.each([
    ['good', 'fresh', null, later, null],
    ['reused', 'used before', earlier, later, null],
    ['ended', 'expiring now', null, noon, null],
    ['ended', 'used and expired', earlier, earlier, null],
    ['ended', 'of a revoked session', null, later, earlier],
    ['ended', 'used, of a revoked session', earlier, later, earlier],
  ] as const)('finds %s a token that is %s', (verdict, _what, usedAt, expiresAt, revokedAt) => {
    expect(judgeToken({ usedAt, expiresAt }, { revokedAt }, null, noon)).toBe(verdict);
  });

  it.each([
    ['repeated', 'soon after its use', REPEATED_WITHIN_MS, null],
    ['reused', 'later', REPEATED_WITHIN_MS + 1, null],
    ['reused', 'once its successor was used', 1, noon],
  ] as const)('finds %s a used token that comes %s', (verdict, _when, agoMs, successorUsedAt) => {
    const usedAt = new Date(noon.getTime() - agoMs);
    expect(judgeToken({ usedAt, expiresAt: later }, {}, { usedAt: successorUsedAt }, noon)).toBe(verdict);
  });
});

describe('tokenEnd', () => {
  it.each([
    ['its own life', 0, 30],
    ['the life of its session', 61, 90],
  ])('is the end of %s, which comes first', (_whose, nowDay, endDay) => {
    const day = (count: number) => new Date(count * 86_400_000);
    const lives = { refreshTokenMs: day(30).getTime(), sessionMs: day(90).getTime() };
    expect(tokenEnd(day(0), day(nowDay), lives)).toEqual(day(endDay));
  });
});
