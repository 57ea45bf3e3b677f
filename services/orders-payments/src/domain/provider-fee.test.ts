import { describe, expect, it } from 'vitest';
import { partOfFee } from './provider-fee.ts';

describe('the part of an item in what the provider kept', () => {
  it.each<[string, Parameters<typeof partOfFee>[0], number | null]>([
    ['is not known before the fee is', { feeCents: null, lineTotalCents: 100, totalCents: 100 }, null],
    ['is all of it where nothing else was sold', { feeCents: 199, lineTotalCents: 100, totalCents: 100 }, 199],
    ['is its share beside shipping', { feeCents: 199, lineTotalCents: 17_980, totalCents: 19_870 }, 180],
    ['is rounded half a cent up', { feeCents: 1, lineTotalCents: 50, totalCents: 100 }, 1],
    ['is nothing below half a cent', { feeCents: 1, lineTotalCents: 49, totalCents: 100 }, 0],
    [
      'is no more than all where a discount made the order cheaper',
      { feeCents: 199, lineTotalCents: 120, totalCents: 100 },
      199,
    ],
    [
      'is exact for large amounts',
      { feeCents: 2_990_049, lineTotalCents: 33_333_333, totalCents: 100_000_000 },
      996_683,
    ],
    ['is the fee of an order that costs nothing', { feeCents: 5, lineTotalCents: 100, totalCents: 0 }, 5],
  ])('%s', (_case, sold, expected) => {
    expect(partOfFee(sold)).toBe(expected);
  });
});
