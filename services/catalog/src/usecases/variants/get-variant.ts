import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { FIND_VARIANT, type VariantData } from '../../db/variant-statements.ts';

export async function getVariant({ em, caller }: Context, id: string): Promise<VariantData> {
  mustReachAll(caller);
  const found = isUuid(id) ? await FIND_VARIANT.first(em, [id]) : undefined;
  if (!found) throw notFound('product variant', id);
  return found;
}
