import { statement, text } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

const ADD = statement(
  'insert into closed_seller (seller_profile_id, closed_at) values ($1, $2) on conflict do nothing',
  {},
);

export const addClosedSeller = (tx: EntityManager, sellerProfileId: string, now: Date): Promise<unknown> =>
  ADD.all(tx, [sellerProfileId, now]);

const PRODUCTS = statement(
  `select p.id from closed_seller c join seller_product p on p.seller_profile_id = c.seller_profile_id
   where p.status in ('draft', 'active', 'paused') order by c.closed_at limit $1`,
  { id: text },
);

/** Some products of closed sellers that are not archived; none when all are. */
export const findProductsToArchive = async (em: EntityManager, limit: number): Promise<string[]> =>
  (await PRODUCTS.all(em, [limit])).map(({ id }) => id);

const REMOVE = statement(
  `delete from closed_seller c where not exists (
     select from seller_product p where p.seller_profile_id = c.seller_profile_id and p.status in ('draft', 'active', 'paused'))`,
  {},
);

/** Those who have nothing left to archive. */
export const removeDoneSellers = (em: EntityManager): Promise<unknown> => REMOVE.all(em, []);
