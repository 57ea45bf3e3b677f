export type PaymentStatus = 'pending' | 'approved' | 'rejected' | 'refunded' | 'cancelled';
export type ItemStatus = 'pending' | 'in_production' | 'shipped' | 'delivered' | 'returned';
export const PAYOUT_ITEM_STATUSES = ['held', 'releasable', 'reversed', 'paid'] as const;
export type PayoutItemStatus = (typeof PAYOUT_ITEM_STATUSES)[number];

/** The batch that contains an item; a failed one contains nothing. What is being sent can no longer be kept back. */
export type BatchState = 'none' | 'pending' | 'sending' | 'paid';

/** What is known of one sold order item, from two topics that may arrive in any order. */
export type SaleState = {
  /** Once approved, always: without it nothing was ever earned. */
  wasApproved: boolean;
  paymentStatus: PaymentStatus;
  /** The payer disputes the payment, and who is right is not decided. */
  isDisputed: boolean;
  /** All that was paid is on its way back to the buyer. */
  isRefundUnderWay: boolean;
  itemStatus: ItemStatus;
};

export type Standing = {
  status: PayoutItemStatus;
  /** The unpaid batch that contains it must release it. */
  leavesBatch: boolean;
};

/** Where the earning of a sold item stands; null when there is none. Every change of the order or the item comes through here. */
export function standingOf(saleState: SaleState, batch: BatchState): Standing | null {
  if (!saleState.wasApproved) return null;
  if (batch === 'sending') return { status: 'releasable', leavesBatch: false };
  if (batch === 'paid')
    return { status: saleState.itemStatus === 'returned' ? 'reversed' : 'paid', leavesBatch: false };
  const status = isEarned(saleState) ? unpaidStatus(saleState) : 'reversed';
  return { status, leavesBatch: batch === 'pending' && status !== 'releasable' };
}

/** Nothing is earned of what was given back or never sold; a correction of the item earns it again. */
export const isEarned = ({ wasApproved, paymentStatus, itemStatus }: SaleState): boolean =>
  wasApproved && paymentStatus !== 'refunded' && paymentStatus !== 'cancelled' && itemStatus !== 'returned';

/** Whose money it is gets decided first: until then nothing of the order is paid out. */
export const isOnHold = ({ isDisputed, isRefundUnderWay }: SaleState): boolean => isDisputed || isRefundUnderWay;

const unpaidStatus = (saleState: SaleState): PayoutItemStatus =>
  saleState.paymentStatus === 'approved' && !isOnHold(saleState) && saleState.itemStatus === 'delivered'
    ? 'releasable'
    : 'held';
