import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { BUMP, lockType } from '../../db/product-type-state.ts';
import { saveVariant } from '../../db/save-variant.ts';
import { FIND_VARIANT, type VariantData } from '../../db/variant-statements.ts';
import { skuTaken } from './sku-taken.ts';
import { auditVariants } from './update-variants.ts';

export type VariantChange = Partial<Pick<VariantData, 'baseCostCents' | 'sku' | 'productionDays' | 'packagingDays'>>;

/** Nothing of this is published: costs are for sellers and checkouts, which ask. */
export function updateVariant({ caller }: Context, id: string, wanted: VariantChange): TransactionBody<VariantData> {
  mustReachAll(caller);
  return async (tx) => {
    const { type, rows } = await lockType(tx, 'product variant', id, FIND_VARIANT.with(id));
    const [before] = rows[0] as [VariantData];
    const variant = { ...before, ...wanted };
    if (!(await saveVariant(tx, before, variant))) throw skuTaken(variant.sku);
    const known = Object.fromEntries(Object.keys(wanted).map((name) => [name, before[name as keyof VariantChange]]));
    auditVariants(tx, type.id, [{ id, before: known, ...wanted }]);
    BUMP.onCommit(tx, [type.id]);
    return variant;
  };
}
