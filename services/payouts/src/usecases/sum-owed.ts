import type { Context } from '../context.ts';
import { payoutItems } from '../db/payout-item-repository.ts';
import { owedCents } from '../metrics.ts';

/** Brings the gauge of what is owed up to date. */
export async function sumOwed({ em }: Pick<Context, 'em'>): Promise<void> {
  const owed = await payoutItems.findOwed(em);
  for (const [status, cents] of Object.entries(owed ?? {})) owedCents.set({ status }, cents);
}
