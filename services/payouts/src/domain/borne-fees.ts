import { inProportion } from '@estampa/kernel/proportion';

/** One sold item as far as the provider's fee concerns it, all of its units in sum. */
export type ChargedItem = {
  /** What its buyer paid for it. */
  costCents: number;
  earningCents: number;
  /** Whether checkout froze that its artist bears its part of the fee. */
  isBorneByArtist: boolean;
};

/**
 * What each item's artist bears of the fee: the part that its price has in the order's total, to the cent, and never more than it earns.
 * The part of the shipping, what is more than an item earns, and the parts of other items are the platform's.
 */
export function borneFeesOf(items: readonly ChargedItem[], feeCents: number, totalCents: number): number[] {
  const costs = items.map(({ costCents }) => costCents);
  // With a discount, items come to more than the total, and together bear no more than all of the fee.
  const sharedCents = Math.max(
    totalCents,
    costs.reduce((sum, cents) => sum + cents, 0),
  );
  const parts = inProportion(costs, feeCents, sharedCents);
  return items.map(({ earningCents, isBorneByArtist }, place) =>
    isBorneByArtist ? Math.min(parts[place]!, earningCents) : 0,
  );
}
