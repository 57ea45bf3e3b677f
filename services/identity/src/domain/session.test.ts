import { describe, expect, it } from '@jest/globals';
import { judgeToken } from './session.ts';

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
    expect(judgeToken({ usedAt, expiresAt }, { revokedAt }, noon)).toBe(verdict);
  });
});
