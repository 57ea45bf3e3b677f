import { describe, expect, it } from 'vitest';
import { countsInTurn, mustBeWithin, SLOWEST_MS, slowdownMs } from './rate-limits.ts';

const now = new Date('2030-01-01T00:00:00Z');
const after = (ms: number) => new Date(now.getTime() + ms);

describe('mustBeWithin', () => {
  const limits = [
    { bucket: 'a', max: 2 },
    { bucket: 'b', max: 5 },
  ];
  const counts = (a: number, b: number) => [
    { bucket: 'a', endsAt: after(10_500), asked: a },
    { bucket: 'b', endsAt: after(60_000), asked: b },
  ];

  it.each([
    [1, 1],
    [2, 5],
  ])('lets pass %d and %d', (a, b) => {
    expect(() => mustBeWithin(limits, counts(a, b), now)).not.toThrow();
  });

  it.each([
    [3, 5, 11, 2],
    [2, 6, 60, 5],
    [3, 6, 60, 5],
  ])('rejects %d and %d for %d s', (a, b, retryAfterSeconds, rateLimit) => {
    expect(() => mustBeWithin(limits, counts(a, b), now)).toThrow(
      expect.objectContaining({ kind: 'limited', reason: 'rate_limited', details: { retryAfterSeconds, rateLimit } }),
    );
  });
});

describe('a limit that slows', () => {
  const limits = [{ bucket: 'a', max: 100, slows: true }];

  it.each([
    [100, 0],
    [101, 50],
    [110, 500],
    [160, SLOWEST_MS],
    [1_000_000, SLOWEST_MS],
  ])('makes attempt %d wait %d ms and rejects none', (asked, waitMs) => {
    const counts = [{ bucket: 'a', endsAt: after(1_000), asked }];

    expect(slowdownMs(limits, counts)).toBe(waitMs);
    expect(() => mustBeWithin(limits, counts, now)).not.toThrow();
  });

  it('is none that rejects', () => {
    expect(slowdownMs([{ bucket: 'a', max: 1 }], [{ bucket: 'a', endsAt: after(1_000), asked: 9 }])).toBe(0);
  });
});

describe('countsInTurn', () => {
  const count = (bucket: string, asked: number) => ({ bucket, endsAt: now, asked });
  const asking = (...buckets: string[]) => buckets.map((bucket) => ({ bucket }));

  it.each([
    ['one who asks', [asking('a', 'b')], [[count('a', 7), count('b', 3)]]],
    ['two of one bucket', [asking('a'), asking('a', 'b')], [[count('a', 6)], [count('a', 7), count('b', 3)]]],
    ['who is not limited', [asking(), asking('b')], [[], [count('b', 3)]]],
    [
      'many of one bucket',
      [asking('b'), asking('b', 'a'), asking('b')],
      [[count('b', 1)], [count('b', 2), count('a', 7)], [count('b', 3)]],
    ],
  ])('tells %s what stood when they came', (_, askers, told) => {
    expect(countsInTurn(askers, [count('a', 7), count('b', 3)])).toEqual(told);
  });
});
