import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { ProductTypeRow } from './product-type.entity.ts';

export async function findProductType(em: EntityManager, id: string): Promise<ProductTypeRow> {
  const row = isUuid(id) ? await em.findOne(ProductTypeRow, id) : null;
  if (!row) throw notFound('product type', id);
  return row;
}

/** The type and, with it, the right to change its parts until the transaction ends. */
export async function lockProductType(tx: EntityManager, id: string): Promise<ProductTypeRow> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const row = isUuid(id) ? await tx.findOne(ProductTypeRow, id, { lockMode, refresh: true }) : null;
  if (!row) throw notFound('product type', id);
  return row;
}
