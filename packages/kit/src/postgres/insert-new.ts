import type { AllFields } from '@estampa/kernel/all-fields';
import type { EntityData, EntityManager, RequiredEntityData } from '@mikro-orm/postgresql';

/**
 * A new row, inserted at once; null when a unique index has one like it. That is no failure to the database, which would
 * write the statement with all its values into its log.
 */
export async function insertNew<Row extends object>(
  tx: EntityManager,
  Entity: new () => Row,
  columns: AllFields<NoInfer<Row>>,
): Promise<Row | null> {
  const row = columns as unknown as RequiredEntityData<Row>;
  const { affectedRows } = await tx.createQueryBuilder(Entity).insert(row).onConflict().ignore().execute('run');
  return affectedRows === 1 ? tx.merge<Row>(Entity, row as EntityData<Row>) : null;
}

/** A new row, written when the transaction is flushed. All columns are said: none is left to a default by forgetting it. */
export const addRow = <Row extends object>(
  tx: EntityManager,
  Entity: new () => Row,
  columns: AllFields<NoInfer<Row>>,
): Row => tx.create(Entity, columns as unknown as RequiredEntityData<Row>);
