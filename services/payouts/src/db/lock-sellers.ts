import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

/** Until the transaction ends no other one changes what these sellers are owed. Taken in one order, so it cannot deadlock. */
export async function lockSellers(tx: EntityManager, sellerProfileIds: readonly string[]): Promise<void> {
  const ids = [...new Set(sellerProfileIds)].toSorted();
  if (ids.length === 0) return;
  await LOCK.all(tx, [JSON.stringify(ids)]);
}

const LOCK = statement(
  `select pg_advisory_xact_lock(hashtextextended(seller, 0))
   from jsonb_array_elements_text($1::jsonb) with ordinality as sellers (seller, place) order by place`,
  {},
);
