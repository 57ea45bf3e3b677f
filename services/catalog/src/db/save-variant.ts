import { boolean } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { isWritten } from './is-written.ts';
import type { VariantData } from './variant-statements.ts';

/** Writes what may change of a variant whose type is held; false when its new SKU is taken. */
export async function saveVariant(
  tx: EntityManager,
  before: Pick<VariantData, 'sku'>,
  { id, baseCostCents, sku, productionDays, packagingDays, productTypeId }: VariantData,
): Promise<boolean> {
  const values = [id, baseCostCents, sku, productionDays, packagingDays];
  if (sku !== before.sku) return isWritten(SAVE_IF_FREE.first(tx, [...values, productTypeId]), 'product_variant_sku');
  SAVE.onCommit(tx, values);
  return true;
}

const UPDATE = `
  update product_variant set base_cost_cents = $2, sku = $3, production_days = $4, packaging_days = $5 where id = $1`;
const SAVE = statement(UPDATE, {});
const SAVE_IF_FREE = statement(
  `${UPDATE} and not exists (
     select from product_variant other where other.product_type_id = $6 and md5(other.sku) = md5($3))
   returning true as saved`,
  { saved: boolean },
);
