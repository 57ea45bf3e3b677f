import type { Page } from '@estampa/contracts/common/v1/page';
import { mustBeAdmin } from '@estampa/kit/caller';
import type { Context } from '../context.ts';
import { findProductType } from '../db/find-product-type.ts';
import { newestFirst } from '../db/page.ts';
import { ProductTypeRow } from '../db/product-type.entity.ts';

export function getProductType({ em, caller }: Context, id: string): Promise<ProductTypeRow> {
  mustBeAdmin(caller);
  return findProductType(em, id);
}

type Window = { page?: Page | undefined; includeInactive: boolean };

export function listProductTypes({ em, caller }: Context, { page, includeInactive }: Window) {
  mustBeAdmin(caller);
  return em.findAndCount(ProductTypeRow, includeInactive ? {} : { isActive: true }, newestFirst(page));
}
