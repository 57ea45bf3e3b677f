import { type CouponFunder, earningOf as discountedEarning } from '@estampa/kernel/discounted-earning';
import { newId } from '@estampa/kernel/ids';
import type { PayoutItemStatus, Standing } from './standing.ts';

export const PAYOUT_ITEM_TYPES = ['sale', 'adjustment'] as const;

export type PayoutItem = {
  id: string;
  type: (typeof PAYOUT_ITEM_TYPES)[number];
  orderId: string;
  orderNumber: number;
  orderItemId: string;
  sellerProfileId: string;
  title: string;
  quantity: number;
  /** Negative where something is taken back. */
  amountCents: number;
  status: PayoutItemStatus;
  /** The live batch that contains it: pending, sending or paid. */
  payoutId: string | null;
  heldAt: Date | null;
  releasableAt: Date | null;
  reversedAt: Date | null;
  paidAt: Date | null;
  breakdown: Breakdown;
  version: number;
  createdAt: Date;
};

/** How one unit was shared when it was sold, and what the artist bears beyond that. */
export type Breakdown = {
  priceCents: number;
  baseCostCents: number;
  platformFeeCents: number;
  profitCents: number;
  artistRoyaltyBasisPoints: number;
  platformFeeBasisPoints: number;
  /** What the platform's fee was agreed by; absent where it was the product type's. */
  feeOverrideId?: string | undefined;
  /** Who bears the provider's fee, `platform` or `artist`; absent where the platform does. */
  providerFeeBearer?: string | undefined;
  /** What the artist bears of it, of all units, as it is known; absent where that is nothing. */
  providerFeeCents?: number | undefined;
  /** What a coupon took off all of the units, and who bears it; absent without one. */
  discountCents?: number;
  discountFunder?: CouponFunder;
};

/** What all units of a sold item are to earn their seller. */
export const earningOf = ({
  quantity,
  artistEarningsCents,
  breakdown: { discountCents, discountFunder },
}: Pick<Sale, 'quantity' | 'artistEarningsCents' | 'breakdown'>): number =>
  discountedEarning({ quantity, artistEarningsCents, discountCents, discountFunder });

export type Sale = Pick<
  PayoutItem,
  'orderId' | 'orderNumber' | 'orderItemId' | 'sellerProfileId' | 'title' | 'quantity' | 'breakdown'
> & { artistEarningsCents: number };

/** What a sale is worth to its artist. It begins held. */
export function earn({ artistEarningsCents, ...sale }: Sale, now: Date): PayoutItem {
  return {
    ...sale,
    id: newId(),
    type: 'sale',
    amountCents: earningOf({ artistEarningsCents, ...sale }),
    status: 'held',
    payoutId: null,
    heldAt: now,
    releasableAt: null,
    reversedAt: null,
    paidAt: null,
    version: 1,
    createdAt: now,
  };
}

/** The same item in its new standing; null when nothing changes. */
export function moveTo(item: PayoutItem, { status, leavesBatch }: Standing, now: Date): Partial<PayoutItem> | null {
  if (item.status === status && !leavesBatch) return null;
  return {
    status,
    version: item.version + 1,
    ...(leavesBatch && { payoutId: null }),
    ...(status === 'held' && { releasableAt: null }),
    ...(status === 'releasable' && { releasableAt: now }),
    reversedAt: status === 'reversed' ? (item.reversedAt ?? now) : null,
  };
}

/** Corrects what a sale is worth by another entry; entries themselves stay. It is due when its sale is, or was. */
export function adjust(sale: PayoutItem, amountCents: number, isOnHold: boolean, now: Date): PayoutItem {
  const status = statusWith(sale, amountCents, isOnHold);
  return {
    id: newId(),
    type: 'adjustment',
    orderId: sale.orderId,
    orderNumber: sale.orderNumber,
    orderItemId: sale.orderItemId,
    sellerProfileId: sale.sellerProfileId,
    title: sale.title,
    quantity: sale.quantity,
    amountCents,
    status,
    payoutId: null,
    heldAt: status === 'held' ? now : null,
    releasableAt: status === 'releasable' ? now : null,
    reversedAt: null,
    paidAt: null,
    breakdown: sale.breakdown,
    version: 1,
    createdAt: now,
  };
}

/**
 * Where the unpaid corrections of a sale stand: held while the sale is, and reversed with it, as long as nothing of it was
 * paid; else they are due, but what they would pay out is held while the order is on hold. One that is due no longer leaves
 * its unpaid batch.
 */
export function standingWith(
  sale: PayoutItem,
  { amountCents, payoutId }: PayoutItem,
  { isOnHold, hasPaid }: { isOnHold: boolean; hasPaid: boolean },
): Standing {
  const status = sale.status === 'reversed' && !hasPaid ? 'reversed' : statusWith(sale, amountCents, isOnHold);
  return { status, leavesBatch: Boolean(payoutId) && status !== 'releasable' };
}

/** What is owed back stays due whatever is decided. */
const statusWith = ({ status }: PayoutItem, amountCents: number, isOnHold: boolean) =>
  status === 'held' || (isOnHold && amountCents > 0) ? 'held' : 'releasable';
