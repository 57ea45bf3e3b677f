import type { Page } from '@estampa/contracts/common/v1/page';
import { mustBeAdmin } from '@estampa/kit/caller';
import type { Context } from '../context.ts';
import { newestFirst } from '../db/page.ts';
import { ProductTypeRow } from '../db/product-type.entity.ts';

type Window = { page?: Page | undefined; includeInactive: boolean };

export function listProductTypes({ em, caller }: Context, { page, includeInactive }: Window) {
  mustBeAdmin(caller);
  return em.findAndCount(ProductTypeRow, includeInactive ? {} : { isActive: true }, newestFirst(page));
}
