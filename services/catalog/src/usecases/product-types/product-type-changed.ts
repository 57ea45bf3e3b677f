import { type AuditChange, recordAudit } from '@estampa/kit/service/audit';
import { type Query, pipeline } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ACTIVE_OPTIONS, ACTIVE_VALUES, groupValues } from '../../db/option-statements.ts';
import { ASSETS_IN_USE, BUMP, type ProductTypeData } from '../../db/product-type-state.ts';
import { publishProductType } from '../../messages/product-type.ts';

type Happened = { event: string; changes?: readonly AuditChange[] };

/** Writes down who changed a type or a part of it. */
export const auditProductType = (tx: EntityManager, { event, changes = [] }: Happened, id: string): void =>
  recordAudit(tx, { action: event, subject: `product_type:${id}`, changes });

/** Writes a change of a type that is held, counts it, and tells the type with its assets and options that are in use. */
export async function productTypeChanged(
  tx: EntityManager,
  happened: string | Happened,
  type: ProductTypeData,
  ...writes: readonly Query<object>[]
): Promise<void> {
  const { event, changes = [] } = typeof happened === 'string' ? { event: happened } : happened;
  const { id } = type;
  auditProductType(tx, { event, changes }, id);
  const [, [assets, options, values]] = await Promise.all([
    pipeline(tx, ...writes, BUMP.with(id)),
    pipeline(tx, ASSETS_IN_USE.with(id), ACTIVE_OPTIONS.with(id), ACTIVE_VALUES.with(id)),
  ]);
  const parts = { assets, options: groupValues(options, values) };
  publishProductType(tx, event, { ...type, version: type.version + 1 }, parts);
}
