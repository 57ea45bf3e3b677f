import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { productTypes } from '../../db/product-type-repository.ts';
import type { VariantRow } from '../../db/tables/variant.ts';
import { variants } from '../../db/variant-repository.ts';
import { skuTaken } from './sku-taken.ts';
import { auditVariants } from './update-variants.ts';

export type VariantChange = Partial<Pick<VariantRow, 'baseCostCents' | 'sku' | 'productionDays' | 'packagingDays'>>;

/** Publishes nothing: costs are only for sellers and checkouts, which query them. */
export function updateVariant({ caller }: Context, id: string, wanted: VariantChange): TransactionBody<VariantRow> {
  mustReachAll(caller);
  return async (tx) => {
    const { type, rows } = await productTypes.lock(tx, 'product variant', id, variants.find(id));
    const [before] = rows[0] as [VariantRow];
    const variant = { ...before, ...wanted };
    if (!(await variants.saveIfFree(tx, before, variant))) throw skuTaken(variant.sku);
    const known = Object.fromEntries(Object.keys(wanted).map((name) => [name, before[name as keyof VariantChange]]));
    auditVariants(tx, type.id, [{ id, before: known, ...wanted }]);
    productTypes.saveBump(tx, type.id);
    return variant;
  };
}
