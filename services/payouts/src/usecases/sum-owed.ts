import type { Context } from '../context.ts';
import { payoutSums } from '../db/payout-sum-repository.ts';
import { owedCents } from '../metrics.ts';

/** Brings the gauge of what is owed up to date. */
export async function sumOwed({ em }: Pick<Context, 'em'>): Promise<void> {
  const owed = await payoutSums.findOwed(em);
  for (const [status, cents] of Object.entries(owed)) owedCents.set({ status }, cents);
}
