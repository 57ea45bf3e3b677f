import { mustReachAll } from '@estampa/kit/rpc/caller';
import { type PageRequest, newestFirst } from '@estampa/kernel/page';
import type { Context } from '../../context.ts';
import { findProductType } from '../../db/find-product-type.ts';
import { TemplateRow } from '../../db/template.entity.ts';

type Window = { productTypeId?: string | undefined; page?: PageRequest; includeInactive: boolean };

/** Those of one product type, or of all. */
export async function listTemplates({ em, caller }: Context, { productTypeId, page, includeInactive }: Window) {
  mustReachAll(caller);
  if (productTypeId !== undefined) await findProductType(em, productTypeId);
  const where = { ...(productTypeId !== undefined && { productTypeId }), ...(!includeInactive && { isActive: true }) };
  return em.findAndCount(TemplateRow, where, newestFirst(page));
}
