import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { BUMP, lockType } from '../../db/product-type-state.ts';
import { DEACTIVATE_VARIANTS, VARIANTS_BESIDE } from '../../db/variant-statements.ts';
import { publishParts } from './add-variants.ts';

/** It cannot be bought any more, by whoever sells it. */
export function deactivateVariant({ caller }: Context, { id }: { id: string }): TransactionBody<void> {
  mustReachAll(caller);
  return async (tx) => {
    const { type, rows } = await lockType(tx, 'product variant', id, VARIANTS_BESIDE.with(id));
    const changed = rows[0].filter((variant) => variant.id === id.toLowerCase() && variant.isActive);
    if (changed.length === 0) return;
    DEACTIVATE_VARIANTS.onCommit(tx, [JSON.stringify([id])]);
    BUMP.onCommit(tx, [type.id]);
    const now = rows[0].map((variant) => (changed.includes(variant) ? { ...variant, isActive: false } : variant));
    publishParts(tx, 'product_variants_deactivated', type, changed, now);
  };
}
