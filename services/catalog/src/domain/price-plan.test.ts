import { describe, expect, it } from 'vitest';
import { coversCost, UNIT_PRICE_MAX_CENTS } from './price.ts';
import { leastPriceWithMargin, pricesOf } from './price-plan.ts';

const basis = (baseCostCents: number, platformFeeBasisPoints: number) => ({
  baseCostCents,
  platformFeeBasisPoints,
  artistRoyaltyBasisPoints: 5000,
});

/** The rule as it is written, tried on one price after the other. */
function firstThatPasses(cost: number, fee: number, margin: number, upTo: number): number | null {
  for (let price = 1; price <= upTo; price += 1) {
    const profit = price - cost - Math.floor((price * fee + 5_000) / 10_000);
    if (profit > 0 && profit * 10_000 >= margin * price) return price;
  }
  return null;
}

describe('leastPriceWithMargin', () => {
  it.each([
    [3500, 1500, 3000, 6363],
    [3500, 0, 0, 3501],
    [3500, 0, 5000, 7000],
    [1000, 1000, 3000, 1668],
    [0, 0, 10_000, 1],
    [0, 4000, 7000, 1],
    [0, 10_000, 0, null],
    [1, 5000, 5000, null],
    [1, 0, 10_000, null],
    [UNIT_PRICE_MAX_CENTS - 1, 0, 0, UNIT_PRICE_MAX_CENTS],
    [UNIT_PRICE_MAX_CENTS, 0, 0, null],
    [1, 4999, 5000, 5002],
  ])('for a cost of %i, a fee of %i and a margin of %i basis points is %p', (cost, fee, margin, expected) => {
    expect(leastPriceWithMargin(basis(cost, fee), margin)).toBe(expected);
  });

  it('is the first that passes, of any cost, fee and margin', () => {
    const random = seeded(20_261_122);
    for (let round = 0; round < 4_000; round += 1) {
      const [cost, fee, margin] = [random(60), random(10_001), random(10_001)];
      const found = leastPriceWithMargin(basis(cost, fee), margin);
      const upTo = found ?? 3_000;

      expect([cost, fee, margin, found]).toEqual([cost, fee, margin, firstThatPasses(cost, fee, margin, upTo)]);
    }
  });

  it('passes by its own measure, also where costs are high', () => {
    const random = seeded(1);
    for (let round = 0; round < 4_000; round += 1) {
      const [cost, fee, margin] = [random(100_000), random(6_000), random(4_000)];
      const price = leastPriceWithMargin(basis(cost, fee), margin);
      if (price === null) {
        expect(UNIT_PRICE_MAX_CENTS * (10_000 - fee - margin)).toBeLessThan(cost * 10_000 + 5_000);
        continue;
      }
      const passes = (one: number) =>
        coversCost(one, basis(cost, fee)) &&
        (one - cost - Math.floor((one * fee + 5_000) / 10_000)) * 10_000 >= margin * one;

      expect([passes(price), passes(price - 1), passes(price - 2)]).toEqual([true, false, false]);
    }
  });
});

describe('pricesOf', () => {
  it('takes one price for all when the dearest variant covers its cost', () => {
    expect(pricesOf([basis(100, 0), basis(3500, 1500)], { priceCents: 4119 })).toEqual([4119, 4119]);
    expect(() => pricesOf([basis(3500, 1500), basis(100, 1500)], { priceCents: 4118 })).toThrow(
      expect.objectContaining({ reason: 'price_too_low', message: expect.stringContaining('at least 4119') }),
    );
  });

  it('makes each its own by the margin', () => {
    expect(pricesOf([basis(3500, 1500), basis(1000, 1500)], { marginBasisPoints: 3000 })).toEqual([6363, 1819]);
  });

  it('rejects a margin that no price leaves', () => {
    expect(() => pricesOf([basis(0, 1500), basis(3500, 1500)], { marginBasisPoints: 8500 })).toThrow(
      expect.objectContaining({
        reason: 'validation_failed',
        details: { fields: [expect.objectContaining({ path: 'marginPercent', code: 'margin_impossible' })] },
      }),
    );
  });
});

/** Reproducible pseudo-random integers below a bound. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
