import type { Breakdown } from './payout-item.ts';

export const SHIPPING_CENTS = 1_501;
const SOLD = [
  { id: 'item-0', sellerProfileId: 'seller-a', quantity: 3, priceCents: 1_999, artistEarningsCents: 333 },
  { id: 'item-1', sellerProfileId: 'seller-b', quantity: 1, priceCents: 2_500, artistEarningsCents: 998 },
  { id: 'item-2', sellerProfileId: 'seller-a', quantity: 2, priceCents: 4_999, artistEarningsCents: 1 },
] as const;
export const PLACES = SOLD.map((_item, place) => place);
export const SELLERS = ['seller-a', 'seller-b'] as const;

type Coupon = { discountFunder: 'platform' | 'seller'; takenOff: readonly number[] };

/** What was sold in one order: of all units of each item what was paid and what it earns, and who bears what. */
export type ModelSale = ReturnType<typeof saleWith>;

function saleWith(coupon: Coupon | null, isFeeBorneByArtist: boolean) {
  const items = SOLD.map(({ quantity, priceCents, artistEarningsCents, ...item }, place) => {
    const discountCents = coupon?.takenOff[place] ?? 0;
    return {
      ...item,
      quantity,
      artistEarningsCents,
      breakdown: {
        ...breakdownOf(priceCents),
        ...(coupon && discountCents > 0 && { discountCents, discountFunder: coupon.discountFunder }),
      },
      costCents: quantity * priceCents - discountCents,
      earningCents: quantity * artistEarningsCents - (coupon?.discountFunder === 'seller' ? discountCents : 0),
      discountOfPlatformCents: coupon?.discountFunder === 'platform' ? discountCents : 0,
    };
  });
  const totalCents = items.reduce((sum, { costCents }) => sum + costCents, SHIPPING_CENTS);
  return { items, totalCents, isFeeBorneByArtist };
}

/** A seller's coupon takes off what one of the items earns, and the platform's once all that the items cost. */
export const SALES: readonly ModelSale[] = [
  saleWith(null, true),
  saleWith({ discountFunder: 'seller', takenOff: [121, 0, 2] }, true),
  saleWith({ discountFunder: 'platform', takenOff: [1_201, 501, 2_000] }, true),
  saleWith({ discountFunder: 'platform', takenOff: SOLD.map((item) => item.quantity * item.priceCents) }, true),
  saleWith({ discountFunder: 'seller', takenOff: [998, 0, 0] }, false),
];

/** Half for production, a twelfth for the platform. */
function breakdownOf(priceCents: number): Breakdown {
  const [baseCostCents, platformFeeCents] = [Math.floor(priceCents / 2), Math.floor(priceCents / 12)];
  const profitCents = priceCents - baseCostCents - platformFeeCents;
  const points = { artistRoyaltyBasisPoints: 0, platformFeeBasisPoints: 0 };
  return { priceCents, baseCostCents, platformFeeCents, profitCents, ...points };
}
