import { type AuditChange, recordAudit } from '@estampa/kit/service/audit';
import { type Query, pipeline } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { assets } from '../../db/asset-repository.ts';
import { groupValues, options } from '../../db/option-repository.ts';
import { optionValues } from '../../db/option-value-repository.ts';
import { productTypes } from '../../db/product-type-repository.ts';
import type { ProductTypeRow } from '../../db/tables/product-type.ts';
import { publishProductType } from '../../messages/product-type.ts';

type Happened = { event: string; changes?: readonly AuditChange[] };

/** Writes down who changed a type or a part of it. */
export const auditProductType = (tx: EntityManager, { event, changes = [] }: Happened, id: string): void =>
  recordAudit(tx, { action: event, subject: `product_type:${id}`, changes });

/** Saves a change of a locked type, increments its version and publishes it with the assets in use and its active options. */
export async function productTypeChanged(
  tx: EntityManager,
  happened: string | Happened,
  type: ProductTypeRow,
  ...writes: readonly Query<object>[]
): Promise<void> {
  const { event, changes = [] } = typeof happened === 'string' ? { event: happened } : happened;
  const { id } = type;
  auditProductType(tx, { event, changes }, id);
  const [, [inUse, active, values]] = await Promise.all([
    pipeline(tx, ...writes, productTypes.bump(id)),
    pipeline(tx, assets.findInUse(id), options.findActive(id), optionValues.findActive(id)),
  ]);
  const parts = { assets: inUse, options: groupValues(active, values) };
  publishProductType(tx, event, { ...type, version: type.version + 1 }, parts);
}
