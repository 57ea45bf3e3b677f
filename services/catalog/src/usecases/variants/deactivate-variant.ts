import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { productTypes } from '../../db/product-type-repository.ts';
import { variants } from '../../db/variant-repository.ts';
import { publishParts } from './add-variants.ts';

/** No seller's product of this variant can be bought any more. */
export function deactivateVariant({ caller }: Context, { id }: { id: string }): TransactionBody<void> {
  mustReachAll(caller);
  return async (tx) => {
    const { type, rows } = await productTypes.lock(tx, 'product variant', id, variants.findNeighbours(id));
    const changed = rows[0].filter((variant) => variant.id === id.toLowerCase() && variant.isActive);
    if (changed.length === 0) return;
    variants.deactivate(tx, [id]);
    productTypes.saveBump(tx, type.id);
    const now = rows[0].map((variant) => (changed.includes(variant) ? { ...variant, isActive: false } : variant));
    publishParts(tx, 'product_variants_deactivated', type, changed, now);
  };
}
