import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import { run } from '@estampa/kit/postgres/statement';
import type { Context } from '../../context.ts';
import type { VariantRow } from '../../db/tables/variant.ts';
import { variants } from '../../db/variant-repository.ts';

export async function getVariant({ em, caller }: Context, id: string): Promise<VariantRow> {
  mustReachAll(caller);
  const [found] = isUuid(id) ? await run(em, variants.find(id)) : [];
  if (!found) throw notFound('product variant', id);
  return found;
}
