import { mustBeService } from '@estampa/kit/rpc/caller';
import type { Context } from '../context.ts';
import { type PostedSum, postedSums } from '../db/posted-sum-repository.ts';

/** What the ledger has of money at providers, by order: whoever sees it there compares. */
export async function getPostedSums(
  { em, caller }: Pick<Context, 'em' | 'caller'>,
  orderIds: readonly string[],
): Promise<PostedSum[]> {
  mustBeService(caller);
  return postedSums.find(em, orderIds);
}
