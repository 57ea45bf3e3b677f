import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { PageRequest } from '@estampa/kernel/page';
import type { Context } from '../../context.ts';
import { productTypes } from '../../db/product-type-repository.ts';

type Window = { page?: PageRequest; includeInactive: boolean };

export function listProductTypes({ em, caller }: Context, { page, includeInactive }: Window) {
  mustReachAll(caller);
  return productTypes.findPage(em, includeInactive, page);
}
