import type { Breakdown } from './payout-item.ts';

export const SHIPPING_CENTS = 1_501;
/** Seller A bears a coupon. */
const SOLD = [
  {
    id: 'item-0',
    sellerProfileId: 'seller-a',
    quantity: 3,
    priceCents: 1_999,
    artistEarningsCents: 333,
    discountCents: 121,
  },
  {
    id: 'item-1',
    sellerProfileId: 'seller-b',
    quantity: 1,
    priceCents: 2_500,
    artistEarningsCents: 998,
    discountCents: 0,
  },
  {
    id: 'item-2',
    sellerProfileId: 'seller-a',
    quantity: 2,
    priceCents: 4_999,
    artistEarningsCents: 1,
    discountCents: 1,
  },
] as const;
/** Of all units: what was paid for each item, and what it earns. */
export const ITEMS = SOLD.map(({ quantity, priceCents, artistEarningsCents, discountCents, ...item }) => ({
  ...item,
  quantity,
  artistEarningsCents,
  breakdown: {
    ...breakdownOf(priceCents),
    ...(discountCents > 0 && { discountCents, discountFunder: 'seller' as const }),
  },
  costCents: quantity * priceCents - discountCents,
  earningCents: quantity * artistEarningsCents - discountCents,
}));

/** Half for production, a twelfth for the platform. */
function breakdownOf(priceCents: number): Breakdown {
  const [baseCostCents, platformFeeCents] = [Math.floor(priceCents / 2), Math.floor(priceCents / 12)];
  const profitCents = priceCents - baseCostCents - platformFeeCents;
  const points = { artistRoyaltyBasisPoints: 0, platformFeeBasisPoints: 0 };
  return { priceCents, baseCostCents, platformFeeCents, profitCents, ...points };
}

export const TOTAL_CENTS = ITEMS.reduce((sum, { costCents }) => sum + costCents, SHIPPING_CENTS);
