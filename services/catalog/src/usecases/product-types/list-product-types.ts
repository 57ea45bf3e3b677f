import { mustReachAll } from '@estampa/kit/rpc/caller';
import { type PageRequest, newestFirst } from '@estampa/kernel/page';
import type { Context } from '../../context.ts';
import { ProductTypeRow } from '../../db/product-type.entity.ts';

type Window = { page?: PageRequest; includeInactive: boolean };

export function listProductTypes({ em, caller }: Context, { page, includeInactive }: Window) {
  mustReachAll(caller);
  return em.findAndCount(ProductTypeRow, includeInactive ? {} : { isActive: true }, newestFirst(page));
}
