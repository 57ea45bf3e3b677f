import { describe, expect, it } from 'vitest';
import { coversCost, leastPriceCents, mustCoverCost, UNIT_PRICE_MAX_CENTS } from './price.ts';

const basis = (baseCostCents: number, platformFeeBasisPoints: number) => ({
  baseCostCents,
  platformFeeBasisPoints,
  artistRoyaltyBasisPoints: 5000,
});

describe('leastPriceCents', () => {
  it.each([
    [3500, 1500, 4119],
    [3500, 0, 3501],
    [0, 0, 1],
    [0, 1500, 1],
    [0, 5000, 2],
    [1, 9999, 15_001],
    [1000, 1000, 1112],
    [1, 10_000, null],
    [0, 10_000, null],
    [UNIT_PRICE_MAX_CENTS, 0, null],
  ])('for a cost of %i and a fee of %i basis points is %p', (cost, fee, expected) => {
    expect(leastPriceCents(basis(cost, fee))).toBe(expected);
  });

  it('is exact: it passes and a cent less does not', () => {
    for (let cost = 0; cost < 400; cost += 7) {
      for (let fee = 0; fee < 10_000; fee += 333) {
        const least = leastPriceCents(basis(cost, fee))!;

        expect(coversCost(least, basis(cost, fee))).toBe(true);
        expect(coversCost(least - 1, basis(cost, fee))).toBe(false);
      }
    }
  });
});

describe('mustCoverCost', () => {
  it('accepts prices above cost and fee', () => {
    expect(() => mustCoverCost([{ path: 'variants[0].priceCents', priceCents: 4119, basis: basis(3500, 1500) }]))
      .not //
      .toThrow();
  });

  it('names every price that is too low, with the least that passes', () => {
    const reject = () =>
      mustCoverCost([
        { path: 'variants[0].priceCents', priceCents: 4118, basis: basis(3500, 1500) },
        { path: 'variants[1].priceCents', priceCents: 9000, basis: basis(3500, 1500) },
        { path: 'variants[2].priceCents', priceCents: 9000, basis: basis(3500, 10_000) },
      ]);

    expect(reject).toThrow(
      expect.objectContaining({
        reason: 'price_too_low',
        message: expect.stringContaining('variants[0].priceCents must be at least 4119'),
        details: {
          fields: [
            expect.objectContaining({ path: 'variants[0].priceCents' }),
            expect.objectContaining({ path: 'variants[2].priceCents', message: expect.stringContaining('never') }),
          ],
        },
      }),
    );
  });
});
