import type { Context } from '../context.ts';
import { payoutSums } from '../db/payout-sum-repository.ts';

export type Summary = { heldCents: number; releasableCents: number; paidCents: number; reversedCents: number };

/** What one seller has where; undefined without a seller. */
export async function summarize({ em }: Context, sellerProfileId: string | undefined): Promise<Summary | undefined> {
  return sellerProfileId ? payoutSums.findSums(em, sellerProfileId) : undefined;
}
