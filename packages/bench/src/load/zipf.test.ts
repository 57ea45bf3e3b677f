import { describe, expect, it } from 'vitest';
import { randomNumbers } from '@estampa/stack/random';
import { zipf } from './zipf.ts';

describe('popularity', () => {
  it('gives the n-th an n-th part of what the first gets', () => {
    const picks = 200_000;
    const pick = zipf(1_000, randomNumbers(1));
    const counts = new Map<number, number>();
    for (let iteration = 0; iteration < picks; iteration += 1) {
      const index = pick();
      counts.set(index, (counts.get(index) ?? 0) + 1);
    }

    const first = counts.get(0)!;
    expect(counts.get(1)! / first).toBeCloseTo(1 / 2, 1);
    expect(counts.get(9)! / first).toBeCloseTo(1 / 10, 1);
    expect(Math.min(...counts.keys())).toBe(0);
    expect(Math.max(...counts.keys())).toBeLessThan(1_000);
  });

  it.each([
    [0, 0],
    [1 - Number.EPSILON, 2],
  ])('stays within its bounds at the edge %d', (random, index) => {
    expect(zipf(3, () => random)()).toBe(index);
  });

  it('is the same in every run', () => {
    const [one, other] = [randomNumbers(7), randomNumbers(7)];

    expect([one(), one(), one()]).toEqual([other(), other(), other()]);
  });
});
