import { auditChanges } from '@estampa/kit/service/audit';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { productTypes } from '../../db/product-type-repository.ts';
import type { ProductTypeRow } from '../../db/tables/product-type.ts';
import { typeSlugTaken } from './create-product-type.ts';
import { productTypeChanged } from './product-type-changed.ts';

export type ProductTypeChange = Partial<
  Pick<
    ProductTypeRow,
    'slug' | 'name' | 'description' | 'platformFeeBasisPoints' | 'artistRoyaltyBasisPoints' | 'isActive'
  >
>;
type Input = { id: string; wanted: ProductTypeChange };

/** Existing SKUs are unaffected by a new slug. */
export function updateProductType({ caller }: Context, { id, wanted }: Input): TransactionBody<ProductTypeRow> {
  mustReachAll(caller);
  return async (tx) => {
    const { type: before } = await productTypes.lock(tx, 'product type', id);
    const type = { ...before, ...wanted };
    if (isSame(before, wanted)) return type;
    if (!(await productTypes.saveIfFree(tx, before, type))) throw typeSlugTaken(type.slug);
    const changes = auditChanges(before, wanted, { shown: Object.keys(wanted) as (keyof ProductTypeChange)[] });
    await productTypeChanged(tx, { event: eventOf(before, type), changes }, type);
    return type;
  };
}

const isSame = (before: ProductTypeRow, wanted: ProductTypeChange): boolean =>
  Object.entries(wanted).every(([name, value]) => before[name as keyof ProductTypeChange] === value);

function eventOf(before: ProductTypeRow, after: ProductTypeRow): string {
  if (before.isActive === after.isActive) return 'product_type_updated';
  return after.isActive ? 'product_type_activated' : 'product_type_deactivated';
}
