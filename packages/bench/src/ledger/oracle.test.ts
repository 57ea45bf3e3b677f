import { describe, expect, it } from 'vitest';
import { balancesOf, type PaidLine } from './oracle.ts';

const LINE: PaidLine = {
  quantity: 2,
  priceCents: 8_990,
  baseCostCents: 3_590,
  feeBasisPoints: 1_250,
  royaltyBasisPoints: 6_000,
  discountCents: 0,
  isFeeBorneByArtist: false,
};
const USUAL = { feeCents: 199, isCouponOfSeller: false };

describe('the oracle of the ledger', () => {
  it.each([
    ['the order of the demo, by hand', LINE, 19_870, 0n, [7_180n, 2_248n, 5_132n, 3_420n, 1_890n, 0n]],
    ['the same, paid out', LINE, 19_870, 5_132n, [7_180n, 2_248n, 0n, 3_420n, 1_890n, 5_132n]],
    ['half a cent up', { ...LINE, quantity: 1, priceCents: 3_596 }, 3_596, 0n, [3_590n, 450n, 0n, -444n, 0n, 0n]],
    [
      'a discount beyond the shipping',
      { ...LINE, quantity: 1 },
      8_000,
      0n,
      [3_590n, 1_124n, 2_566n, 1_710n, -990n, 0n],
    ],
  ])('knows %s', (_case, line, totalCents, paidOut, expected) => {
    const found = balancesOf([{ ...USUAL, totalCents, lines: [line] }], paidOut);

    expect([
      found.production_cost,
      found.platform_fee,
      found.artist_earnings,
      found.platform_margin,
      found.freight,
      found.payouts,
    ]).toEqual(expected);
    expect([found.provider_fees, found.clearing]).toEqual([-199n, 199n - BigInt(totalCents)]);
    expect(Object.values(found).reduce((sum, cents) => sum + cents, 0n)).toBe(0n);
  });

  it.each([
    ['a coupon of the platform', false, [1_000, 0], [5_132n, -1_000n, -199n]],
    ['a coupon of the seller', true, [1_000, 0], [4_132n, 0n, -199n]],
    // 17,980 and 124 were paid, of 19,994: 178.96 and 1.23 of the fee, together 180. The second line earns nothing to bear it.
    ['a fee that artists bear', false, [0, 1_000], [5_132n - 179n, -1_000n, 179n - 199n]],
  ])('knows %s', (_case, isCouponOfSeller, [first, second], expected) => {
    const isFeeBorneByArtist = second! > 0;
    const poor = { ...LINE, quantity: 1, priceCents: 1_124, baseCostCents: 0, feeBasisPoints: 10_000 };
    const lines = [
      { ...LINE, discountCents: first!, isFeeBorneByArtist },
      { ...poor, discountCents: second!, isFeeBorneByArtist },
    ];
    const totalCents = 17_980 + 1_124 + 1_890 - first! - second!;
    const found = balancesOf([{ ...USUAL, isCouponOfSeller, totalCents, lines }], 0n);

    expect([found.artist_earnings, found.discounts, found.provider_fees]).toEqual(expected);
    expect(found.freight).toBe(1_890n);
    expect(Object.values(found).reduce((sum, cents) => sum + cents, 0n)).toBe(0n);
  });
});
