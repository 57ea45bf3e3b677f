import { describe, expect, it } from 'vitest';
import { portion, shareOut } from './money.ts';

describe('portion', () => {
  it.each([
    [1000, 1500, 150],
    [333, 1000, 33],
    [335, 1000, 34],
    [5, 1000, 1],
    [4, 1000, 0],
    [0, 10_000, 0],
    [2_000_000_00, 10_000, 2_000_000_00],
    [199, 1234, 25],
  ])('takes of %i cents %i basis points, half-up: %i', (cents, basisPoints, expected) => {
    expect(portion(cents, basisPoints)).toBe(expected);
  });
});

describe('shareOut', () => {
  it('shares a price between platform and artist, each step rounded', () => {
    const shared = shareOut({
      priceCents: 7990,
      baseCostCents: 3500,
      platformFeeBasisPoints: 1500,
      artistRoyaltyBasisPoints: 5000,
    });

    expect(shared).toMatchObject({ platformFeeCents: 1199, profitCents: 3291, artistEarningsCents: 1646 });
  });

  it('never earns less than nothing', () => {
    const shared = shareOut({
      priceCents: 1000,
      baseCostCents: 5000,
      platformFeeBasisPoints: 1000,
      artistRoyaltyBasisPoints: 5000,
    });

    expect(shared.profitCents).toBe(-4100);
    expect(shared.artistEarningsCents).toBe(0);
  });
});
