import type { ListFeeOverridesRequest } from '@estampa/contracts/catalog/v1/fee_override';
import { mustBeSeller, mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { feeOverrides } from '../../db/fee-override-repository.ts';
import type { FeeOverrideRow } from '../../db/tables/fee-override.ts';

/** Newest first, also those that have ended. */
export function listFeeOverrides(
  { em, caller }: Context,
  { sellerProfileId, productTypeId, page }: ListFeeOverridesRequest,
): Promise<[FeeOverrideRow[], number]> {
  if (sellerProfileId === undefined) mustReachAll(caller);
  else mustBeSeller(caller, sellerProfileId);
  const filter = { ...(sellerProfileId && { sellerProfileId }), ...(productTypeId && { productTypeId }) };
  return feeOverrides.findPage(em, filter, page);
}
