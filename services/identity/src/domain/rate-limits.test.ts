import { describe, expect, it } from 'vitest';
import { countsInOrder, mustBeWithin, SLOWEST_MS, slowdownMs } from './rate-limits.ts';

const now = new Date('2030-01-01T00:00:00Z');
const after = (ms: number) => new Date(now.getTime() + ms);

describe('mustBeWithin', () => {
  const limits = [
    { bucket: 'a', max: 2 },
    { bucket: 'b', max: 5 },
  ];
  const counts = (a: number, b: number) => [
    { bucket: 'a', endsAt: after(10_500), requested: a },
    { bucket: 'b', endsAt: after(60_000), requested: b },
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
  ])('makes attempt %d wait %d ms and rejects none', (requested, waitMs) => {
    const counts = [{ bucket: 'a', endsAt: after(1_000), requested }];

    expect(slowdownMs(limits, counts)).toBe(waitMs);
    expect(() => mustBeWithin(limits, counts, now)).not.toThrow();
  });

  it('is none that rejects', () => {
    expect(slowdownMs([{ bucket: 'a', max: 1 }], [{ bucket: 'a', endsAt: after(1_000), requested: 9 }])).toBe(0);
  });
});

describe('countsInTurn', () => {
  const count = (bucket: string, requested: number) => ({ bucket, endsAt: now, requested });
  const attempts = (...buckets: string[]) => buckets.map((bucket) => ({ bucket }));

  it.each([
    ['one who asks', [attempts('a', 'b')], [[count('a', 7), count('b', 3)]]],
    ['two of one bucket', [attempts('a'), attempts('a', 'b')], [[count('a', 6)], [count('a', 7), count('b', 3)]]],
    ['who is not limited', [attempts(), attempts('b')], [[], [count('b', 3)]]],
    [
      'many of one bucket',
      [attempts('b'), attempts('b', 'a'), attempts('b')],
      [[count('b', 1)], [count('b', 2), count('a', 7)], [count('b', 3)]],
    ],
  ])('tells %s what stood when they came', (_, askers, reported) => {
    expect(countsInOrder(askers, [count('a', 7), count('b', 3)])).toEqual(reported);
  });
});
