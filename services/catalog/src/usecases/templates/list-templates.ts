import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { PageRequest } from '@estampa/kernel/page';
import type { Context } from '../../context.ts';
import { productTypes } from '../../db/product-type-repository.ts';
import { templates } from '../../db/template-repository.ts';

type Window = { productTypeId?: string | undefined; page?: PageRequest; includeInactive: boolean };

/** Those of one product type, or of all. */
export async function listTemplates({ em, caller }: Context, { productTypeId, page, includeInactive }: Window) {
  mustReachAll(caller);
  if (productTypeId !== undefined) await productTypes.find(em, productTypeId);
  return templates.findPage(em, { productTypeId, includeInactive }, page);
}
