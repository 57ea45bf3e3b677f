import { mustBeService } from '@estampa/kit/rpc/caller';
import type { Context } from '../context.ts';
import { payouts } from '../db/payout-repository.ts';
import { payoutSums } from '../db/payout-sum-repository.ts';

type OpenEarnings = { heldCents: number; releasableCents: number; pendingPayouts: number };

/** What a seller is still to be paid. Who owes more than can be paid out is owed nothing. */
export async function getOpenEarnings(
  { em, caller }: Pick<Context, 'em' | 'caller'>,
  { sellerProfileId }: { sellerProfileId: string },
): Promise<OpenEarnings> {
  mustBeService(caller);
  const sums = await payoutSums.findSums(em, sellerProfileId);
  const pendingPayouts = await payouts.countOpen(em, sellerProfileId);
  const owed = (cents: number): number => Math.max(0, cents);
  return { heldCents: owed(sums.heldCents), releasableCents: owed(sums.releasableCents), pendingPayouts };
}
