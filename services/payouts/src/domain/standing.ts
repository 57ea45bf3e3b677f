export type PaymentStatus = 'pending' | 'approved' | 'rejected' | 'refunded' | 'cancelled';
export type ItemStatus = 'pending' | 'in_production' | 'shipped' | 'delivered' | 'returned';
export type PayoutItemStatus = 'held' | 'releasable' | 'reversed' | 'paid';

/** The batch that holds an item; a failed one holds nothing. */
export type BatchState = 'none' | 'pending' | 'paid';

/** What is known of one sold order item, from two topics that may arrive in any order. */
export type SaleFacts = {
  /** Once approved, always: without it nothing was ever earned. */
  wasApproved: boolean;
  paymentStatus: PaymentStatus;
  /** The payer disputes the payment, and who is right is not decided. */
  isDisputed: boolean;
  itemStatus: ItemStatus;
  /** Once returned, always: a later correction of the item does not pay it again. */
  wasReturned: boolean;
};

export type Standing = {
  status: PayoutItemStatus;
  /** The unpaid batch that holds it must let it go. */
  leavesBatch: boolean;
  /** It was paid and has to be taken back from the seller's next batch. */
  owesBack: boolean;
};

/** Where the earning of a sold item stands; null when there is none. Every change of either fact comes through here. */
export function standingOf(facts: SaleFacts, batch: BatchState): Standing | null {
  if (!facts.wasApproved) return null;
  const isVoid = facts.paymentStatus === 'refunded' || facts.paymentStatus === 'cancelled';
  if (batch === 'paid') {
    const status = facts.wasReturned ? 'reversed' : 'paid';
    return { status, leavesBatch: false, owesBack: isVoid || facts.wasReturned };
  }
  const status = isVoid || facts.wasReturned ? 'reversed' : unpaidStatus(facts);
  return { status, leavesBatch: batch === 'pending' && status !== 'releasable', owesBack: false };
}

const unpaidStatus = ({ paymentStatus, isDisputed, itemStatus }: SaleFacts): PayoutItemStatus =>
  paymentStatus === 'approved' && !isDisputed && itemStatus === 'delivered' ? 'releasable' : 'held';
