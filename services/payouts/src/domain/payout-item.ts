import { newId } from '@estampa/kernel/ids';
import type { Whole } from '@estampa/kernel/whole';
import type { PayoutItemStatus, Standing } from './standing.ts';

export type PayoutItem = {
  id: string;
  type: 'sale' | 'adjustment';
  orderId: string;
  orderNumber: number;
  orderItemId: string;
  sellerProfileId: string;
  title: string;
  quantity: number;
  /** Negative for an adjustment. */
  amountCents: number;
  status: PayoutItemStatus;
  /** The live batch that holds it: pending or paid. */
  payoutId?: string | null;
  heldAt?: Date | null;
  releasableAt?: Date | null;
  reversedAt?: Date | null;
  paidAt?: Date | null;
  breakdown: Breakdown;
  version: number;
  createdAt: Date;
};

/** How one unit was shared when it was sold. */
export type Breakdown = {
  priceCents: number;
  baseCostCents: number;
  platformFeeCents: number;
  profitCents: number;
  artistRoyaltyBasisPoints: number;
  platformFeeBasisPoints: number;
};

export type Sale = Pick<
  PayoutItem,
  'orderId' | 'orderNumber' | 'orderItemId' | 'sellerProfileId' | 'title' | 'quantity' | 'breakdown'
> & { artistEarningsCents: number };

/** What a sale is worth to its artist: one unit's earning times the quantity. It begins held. */
export function earn({ artistEarningsCents, ...sale }: Sale, now: Date): Whole<PayoutItem> {
  return {
    ...sale,
    id: newId(),
    type: 'sale',
    amountCents: artistEarningsCents * sale.quantity,
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
    ...(status === 'reversed' && { reversedAt: item.reversedAt ?? now }),
  };
}

/** Takes back what was paid: minus the amount, due at once, in the seller's next batch. */
export const takeBack = (paid: PayoutItem, now: Date): Whole<PayoutItem> => ({
  id: newId(),
  type: 'adjustment',
  orderId: paid.orderId,
  orderNumber: paid.orderNumber,
  orderItemId: paid.orderItemId,
  sellerProfileId: paid.sellerProfileId,
  title: paid.title,
  quantity: paid.quantity,
  amountCents: -paid.amountCents,
  status: 'releasable',
  payoutId: null,
  heldAt: null,
  releasableAt: now,
  reversedAt: null,
  paidAt: null,
  breakdown: paid.breakdown,
  version: 1,
  createdAt: now,
});
