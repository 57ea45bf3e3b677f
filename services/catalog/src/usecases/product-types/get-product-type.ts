import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { findProductType } from '../../db/find-product-type.ts';
import type { ProductTypeRow } from '../../db/product-type.entity.ts';

export function getProductType({ em, caller }: Context, id: string): Promise<ProductTypeRow> {
  mustReachAll(caller);
  return findProductType(em, id);
}
