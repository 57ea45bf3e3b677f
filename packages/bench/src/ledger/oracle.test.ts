import { describe, expect, it } from 'vitest';
import { type AgreedFee, balancesOf, type PaidLine, type PaidOrder } from './oracle.ts';

const LINE: PaidLine = {
  sellerProfileId: 'artist',
  productTypeId: 'shirt',
  quantity: 2,
  priceCents: 8_990,
  baseCostCents: 3_590,
  feeBasisPoints: 1_250,
  royaltyBasisPoints: 6_000,
  isFeeBorneByArtist: false,
  refundedCents: 0,
  isReturned: false,
};
/** Of the demo, by hand: of a unit 1,124 are the platform's fee, and of the profit of 4,276 the artist's part is 2,566. */
const ORDER: PaidOrder = {
  id: 'order',
  placedAt: 100,
  shippingCents: 1_890,
  discountCents: 0,
  coupon: null,
  totalCents: 19_870,
  feeCents: 199,
  refundedCents: 0,
  refundedByLinesCents: 0,
  isOver: false,
  lines: [LINE],
};
const TERMS = { sellerProfileId: null, basisPoints: null, cents: null, maxCents: null };
const OF_SELLER = { ...TERMS, sellerProfileId: 'artist' };
const BORNE = { ...LINE, isFeeBorneByArtist: true };
/** Earns nothing: all of its price is the fee. */
const POOR = { ...BORNE, quantity: 1, priceCents: 1_124, baseCostCents: 0, feeBasisPoints: 10_000 };

const lineBack = (refundedCents: number, line: Partial<PaidLine> = {}): Partial<PaidOrder> => ({
  lines: [{ ...LINE, refundedCents, ...line }],
  refundedCents,
  refundedByLinesCents: refundedCents,
});

const CASES: readonly [what: string, order: Partial<PaidOrder>, expected: Record<string, bigint>][] = [
  [
    'the order of the demo',
    {},
    {
      clearing: 199n - 19_870n,
      production_cost: 7_180n,
      platform_fee: 2_248n,
      platform_margin: 3_420n,
      freight: 1_890n,
      artist_earnings: 5_132n,
      provider_fees: -199n,
    },
  ],
  [
    'half a cent up, below the cost',
    { lines: [{ ...LINE, quantity: 1, priceCents: 3_596 }], shippingCents: 0, totalCents: 3_596 },
    { platform_fee: 450n, artist_earnings: 0n, platform_margin: -444n, freight: 0n },
  ],
  [
    'a discount by no coupon beyond the shipping',
    { lines: [{ ...LINE, quantity: 1 }], shippingCents: 0, discountCents: 990, totalCents: 8_000 },
    { artist_earnings: 2_566n, freight: -990n, discounts: 0n },
  ],
  [
    'a coupon of the platform, at half a cent up',
    { coupon: { ...TERMS, basisPoints: 1_250 }, totalCents: 17_622 },
    { artist_earnings: 5_132n, discounts: -2_248n, freight: 1_890n },
  ],
  [
    'the most that a share takes off',
    { coupon: { ...TERMS, basisPoints: 1_000, maxCents: 1_000 }, totalCents: 18_870 },
    { discounts: -1_000n },
  ],
  [
    'what a coupon leaves to pay',
    { coupon: { ...TERMS, cents: 100_000 }, shippingCents: 100, totalCents: 500 },
    { discounts: -17_580n, artist_earnings: 5_132n },
  ],
  [
    'a coupon of a seller, for own items',
    {
      coupon: { ...OF_SELLER, basisPoints: 1_000 },
      lines: [LINE, { ...LINE, sellerProfileId: 'other', quantity: 1 }],
      totalCents: 27_062,
    },
    { artist_earnings: 5_132n - 1_798n + 2_566n, discounts: 0n },
  ],
  [
    'a coupon of a seller, of all that is earned',
    { coupon: { ...OF_SELLER, cents: 50_000 }, totalCents: 14_738 },
    { artist_earnings: 0n, discounts: 0n },
  ],
  // 17,980 of 19,870 are 180.07 of the fee.
  ['a fee that artists bear', { lines: [BORNE] }, { artist_earnings: 4_952n, provider_fees: -19n }],
  // 170.43 and 10.65 of the fee, together 181: the second line earns nothing to bear its 11.
  [
    'a fee of which one line earns too little',
    { lines: [BORNE, POOR], totalCents: 20_994 },
    { artist_earnings: 4_962n, provider_fees: -29n },
  ],
  [
    'a fee of an order of which little was paid',
    { lines: [BORNE], coupon: { ...TERMS, cents: 100_000 }, shippingCents: 100, totalCents: 500 },
    { artist_earnings: 5_132n - 159n, provider_fees: -40n },
  ],
  [
    'what went back for an item',
    lineBack(8_990),
    { artist_earnings: 2_566n, refunds: -6_424n, clearing: 199n + 8_990n - 19_870n },
  ],
  // 860.84 of what is earned.
  ['what went back without lines', { refundedCents: 3_333 }, { artist_earnings: 4_271n, refunds: -2_472n }],
  [
    'what went back for the shipping',
    { refundedCents: 1_000, refundedByLinesCents: 1_000 },
    { artist_earnings: 5_132n, refunds: -1_000n },
  ],
  ['an item that came back', lineBack(0, { isReturned: true }), { artist_earnings: 0n, returns: 5_132n }],
  [
    'an item that came back, half of it refunded',
    lineBack(8_990, { isReturned: true, isFeeBorneByArtist: true }),
    { artist_earnings: 0n, returns: 2_566n, refunds: -6_424n, provider_fees: -199n },
  ],
  [
    'a fee that artists bear after a refund',
    lineBack(8_990, { isFeeBorneByArtist: true }),
    { artist_earnings: 2_386n, provider_fees: -19n },
  ],
  // Of 5,132 a refund leaves 23.
  [
    'a fee that is more than a refund leaves',
    lineBack(17_900, { isFeeBorneByArtist: true }),
    { artist_earnings: 0n, provider_fees: -176n },
  ],
  [
    'an order of which all went back',
    { lines: [BORNE], refundedCents: 19_870, isOver: true },
    { artist_earnings: 0n, refunds: -14_738n, provider_fees: -199n, clearing: 199n },
  ],
  [
    'an order that ended after a part went back',
    { refundedCents: 3_333, isOver: true },
    { artist_earnings: 0n, refunds: 0n, platform_margin: 3_420n + 1_799n },
  ],
];

const zeroSum = (balances: Readonly<Record<string, bigint>>): bigint =>
  Object.values(balances).reduce((sum, cents) => sum + cents, 0n);

describe('the oracle of the ledger', () => {
  it.each(CASES)('knows %s', (_what, order, expected) => {
    const found = balancesOf([{ ...ORDER, ...order }], new Map(), 0n);

    expect(found).toMatchObject(expected);
    expect(zeroSum(found)).toBe(0n);
  });

  const ofType: AgreedFee = {
    sellerProfileId: 'artist',
    productTypeId: 'shirt',
    feeBasisPoints: 750,
    startsAt: 100,
    endsAt: 200,
  };
  const ofAll = { ...ofType, productTypeId: null, feeBasisPoints: 1_000, startsAt: 150, endsAt: null };

  it.each([
    ['before it was agreed', 99, LINE, 2_248n],
    ['from then on', 100, LINE, 1_348n],
    ['until it ends, before the one for all types', 199, LINE, 1_348n],
    ['then the one for all types', 200, LINE, 1_798n],
    ['of another type', 150, { ...LINE, productTypeId: 'mug' }, 1_798n],
    ['of another seller', 150, { ...LINE, sellerProfileId: 'other' }, 2_248n],
  ])('knows the fee that was agreed: %s', (_when, placedAt, line, expected) => {
    const found = balancesOf([{ ...ORDER, placedAt, lines: [line] }], new Map([['artist', [ofAll, ofType]]]), 0n);

    expect(found.platform_fee).toBe(expected);
    expect(zeroSum(found)).toBe(0n);
  });

  it('knows what was paid out', () => {
    const found = balancesOf([ORDER], new Map(), 5_132n);

    expect(found).toMatchObject({ artist_earnings: 0n, payouts: 5_132n });
    expect(zeroSum(found)).toBe(0n);
  });
});
