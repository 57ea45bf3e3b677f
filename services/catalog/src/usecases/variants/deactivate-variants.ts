import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { productTypes } from '../../db/product-type-repository.ts';
import type { VariantRow } from '../../db/tables/variant.ts';
import { variants } from '../../db/variant-repository.ts';
import { hasExactlyKeys } from '../../domain/combinations.ts';
import { publishParts } from './add-variants.ts';
import { mustBeKnown } from './update-variants.ts';

export type Which = { ids: readonly string[] } | { keysOtherThan: readonly string[] };
type Input = { productTypeId: string; which: Which };

/** Many in one statement, all or none; how many of them were active. */
export function deactivateVariants({ caller }: Context, { productTypeId, which }: Input): TransactionBody<number> {
  mustReachAll(caller);
  return async (tx) => {
    const { type, rows } = await productTypes.lock(tx, 'product type', productTypeId, variants.findAll(productTypeId));
    const changed = chosen(rows[0], which).filter(({ isActive }) => isActive);
    if (changed.length === 0) return 0;
    const ids = new Set(changed.map(({ id }) => id));
    variants.deactivate(tx, [...ids]);
    productTypes.saveBump(tx, type.id);
    const now = rows[0].map((variant) => (ids.has(variant.id) ? { ...variant, isActive: false } : variant));
    publishParts(tx, 'product_variants_deactivated', type, changed, now);
    return changed.length;
  };
}

function chosen(all: readonly VariantRow[], which: Which): VariantRow[] {
  if ('keysOtherThan' in which) return all.filter(({ assets }) => !hasExactlyKeys(assets, which.keysOtherThan));
  const ids = which.ids.map((id) => id.toLowerCase());
  const byId = new Map(all.map((variant) => [variant.id, variant]));
  mustBeKnown(ids, byId, (index) => `ids[${index}]`);
  return [...new Set(ids)].map((id) => byId.get(id)!);
}
