import type { PageRequest } from '@estampa/kernel/page';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { findProductType } from '../../db/find-product-type.ts';

/** Which parts of one product type are listed. */
export type PartsWindow = { productTypeId: string; page?: PageRequest; includeInactive: boolean };

export async function partsOfType({ em, caller }: Context, { productTypeId, includeInactive }: PartsWindow) {
  mustReachAll(caller);
  await findProductType(em, productTypeId);
  return { productTypeId, ...(!includeInactive && { isActive: true }) };
}
