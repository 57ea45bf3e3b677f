import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { SellerProductRow } from './seller-product.entity.ts';

export async function findSellerProduct(em: EntityManager, id: string): Promise<SellerProductRow> {
  const row = isUuid(id) ? await em.findOne(SellerProductRow, id) : null;
  if (!row) throw notFound('seller product', id);
  return row;
}

export async function lockSellerProduct(tx: EntityManager, id: string): Promise<SellerProductRow> {
  const row = await tx.findOne(SellerProductRow, id, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  if (!row) throw notFound('seller product', id);
  return row;
}
