import type { AllFields } from '@estampa/kernel/all-fields';
import type { EntityManager, RequiredEntityData } from '@mikro-orm/postgresql';

/** A new row, written when the transaction is flushed. All columns are said: none is left to a default by forgetting it. */
export const addRow = <Row extends object>(
  tx: EntityManager,
  Entity: new () => Row,
  columns: AllFields<NoInfer<Row>>,
): Row => tx.create(Entity, columns as unknown as RequiredEntityData<Row>);
