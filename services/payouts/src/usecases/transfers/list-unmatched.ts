import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { providerTransfers, type UnmatchedTransfer } from '../../db/provider-transfer-repository.ts';

type Unmatched = { transfers: UnmatchedTransfer[]; total: number };

/** What left the account and no transfer of ours explains, the oldest first; some hundred of them. */
export async function listUnmatchedTransfers({ em, caller, now }: Context): Promise<Unmatched> {
  mustReachAll(caller);
  const [transfers, { count }] = await Promise.all([
    providerTransfers.findUnmatched(em),
    providerTransfers.measure(em, now()),
  ]);
  return { transfers, total: count };
}
