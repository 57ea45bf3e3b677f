import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { productTypes } from '../../db/product-type-repository.ts';
import type { ProductTypeRow } from '../../db/tables/product-type.ts';

export function getProductType({ em, caller }: Context, id: string): Promise<ProductTypeRow> {
  mustReachAll(caller);
  return productTypes.find(em, id);
}
