import { inProportion } from '@estampa/kernel/proportion';

/** One sold item as far as refunds concern it, all of its units in sum. */
export type RefundedItem = {
  earningCents: number;
  /** What its buyer paid for it. */
  costCents: number;
  /** Of that, what refund lines gave back for it alone. */
  refundedCents: number;
};

/**
 * What each item's earning loses, never more than all of it: a line lessens the earning of its own item alone, what went
 * back without lines lessens all in proportion to the total, and what lines gave back for shipping or as goodwill lessens none.
 */
export function givenBackOf(items: readonly RefundedItem[], spreadCents: number, totalCents: number): number[] {
  const earned = items.map(({ earningCents }) => earningCents);
  const spread = inProportion(earned, spreadCents, totalCents);
  return items.map(({ earningCents, costCents, refundedCents }, place) => {
    const [own = 0] = inProportion([earningCents], refundedCents, costCents);
    return Math.min(own + spread[place]!, earningCents);
  });
}
