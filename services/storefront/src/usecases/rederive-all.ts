import type { EntityManager } from '@mikro-orm/postgresql';
import { markChanged } from '../db/change-mark.ts';
import { recountAll } from '../db/counters.ts';
import { DERIVE_CHUNK_PRODUCTS, deriveLocked } from './derive-products.ts';

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** Rebuilds what the store shows from the facts it keeps, chunk by chunk, while it stays open. Returns how many products. */
export async function rederiveAll(em: EntityManager): Promise<number> {
  let products = 0;
  for (let after: string | undefined = LOWEST_ID; after;) {
    const ids: string[] = await em.transactional((tx) => rederiveChunk(tx, after!));
    products += ids.length;
    after = ids.at(-1);
  }
  await em.transactional(async (tx) => {
    await recountAll(tx);
    await markChanged(tx);
  });
  return products;
}

async function rederiveChunk(tx: EntityManager, after: string): Promise<string[]> {
  const rows = await tx.execute<{ id: string }[]>(
    `select id from seller_product where id > ? order by id limit ${DERIVE_CHUNK_PRODUCTS} for update`,
    [after],
  );
  const ids = rows.map(({ id }) => id);
  await deriveLocked(tx, ids);
  if (ids.length > 0) await markChanged(tx);
  return ids;
}
