import { isDeepStrictEqual } from 'node:util';
import { auditChanges } from '@estampa/kit/service/audit';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { productTypes } from '../../db/product-type-repository.ts';
import type { ProductTypeRow } from '../../db/tables/product-type.ts';
import { checkPrintRules } from '../../domain/print-rules.ts';
import { checkProductSurfaces } from '../../domain/product-surfaces.ts';
import { mustBeValid } from '../../domain/rejections.ts';
import { typeSlugTaken } from './create-product-type.ts';
import { productTypeChanged } from './product-type-changed.ts';

export type ProductTypeChange = Partial<
  Pick<
    ProductTypeRow,
    | 'slug'
    | 'name'
    | 'description'
    | 'platformFeeBasisPoints'
    | 'artistRoyaltyBasisPoints'
    | 'isActive'
    | 'surfaces'
    | 'printRules'
  >
>;
type Input = { id: string; wanted: ProductTypeChange };

/** Existing SKUs are unaffected by a new slug, prices by a new cost of a surface. */
export function updateProductType({ caller }: Context, { id, wanted }: Input): TransactionBody<ProductTypeRow> {
  mustReachAll(caller);
  if (wanted.printRules) mustBeValid(checkPrintRules(wanted.printRules));
  return async (tx) => {
    const { type: before } = await productTypes.lock(tx, 'product type', id);
    if (wanted.surfaces) mustBeValid(checkProductSurfaces(wanted.surfaces, before.surfaces));
    const changed = changedIn(before, wanted);
    const shown = Object.keys(changed) as (keyof ProductTypeChange)[];
    if (shown.length === 0) return before;

    const type = { ...before, ...changed };
    if (!(await productTypes.saveIfFree(tx, before, type))) throw typeSlugTaken(type.slug);
    const changes = auditChanges(before, changed, { shown });
    await productTypeChanged(tx, { event: eventOf(before, type), changes }, type);
    return type;
  };
}

/** Without what stays as it is. */
const changedIn = (before: ProductTypeRow, wanted: ProductTypeChange): ProductTypeChange =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => !isDeepStrictEqual(before[name as keyof ProductTypeChange], value),
    ),
  );

function eventOf(before: ProductTypeRow, after: ProductTypeRow): string {
  if (before.isActive === after.isActive) return 'product_type_updated';
  return after.isActive ? 'product_type_activated' : 'product_type_deactivated';
}
