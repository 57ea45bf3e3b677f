import type { PageRequest } from '@estampa/kernel/page';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import type { PartsOfType } from '../../db/parts-of-type.ts';
import { productTypes } from '../../db/product-type-repository.ts';

/** Which parts of one product type are listed. */
export type PartsWindow = PartsOfType & { page?: PageRequest };

export async function mustHaveType({ em, caller }: Context, { productTypeId }: PartsWindow): Promise<void> {
  mustReachAll(caller);
  await productTypes.find(em, productTypeId);
}
