import { describe, expect, it } from 'vitest';
import { latencyOf, median, percentile } from './statistics.ts';

describe('percentile', () => {
  it.each([
    [[7], 0.5, 7],
    [[1, 2], 0.5, 1],
    [[1, 2, 3], 0.5, 2],
    [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.95, 10],
    [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.9, 9],
    [[1, 2, 3], 0, 1],
    [[1, 2, 3], 1, 3],
  ])('of %j at %d is %d: at least that share is not above it', (sorted, share, expected) => {
    expect(percentile(sorted, share)).toBe(expected);
  });

  it('of nothing is not a number', () => {
    expect(percentile([], 0.5)).toBeNaN();
  });
});

it('takes the median of values in any order, and leaves them as they are', () => {
  const values = [9, 1, 5];

  expect(median(values)).toBe(5);
  expect(values).toEqual([9, 1, 5]);
});

it('distinguishes 1 in 100 from 1 in 20', () => {
  const times = Array.from({ length: 100 }, (_, index) => 100 - index);

  expect(latencyOf(times)).toEqual({ p50Ms: 50, p95Ms: 95, p99Ms: 99 });
});
