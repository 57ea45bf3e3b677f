import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { feeOverrides } from '../../db/fee-override-repository.ts';
import type { FeeOverrideRow } from '../../db/tables/fee-override.ts';

export async function getFeeOverride({ em, caller }: Context, id: string): Promise<FeeOverrideRow> {
  const found = await feeOverrides.find(em, id);
  mustBeSeller(caller, found.sellerProfileId);
  return found;
}
