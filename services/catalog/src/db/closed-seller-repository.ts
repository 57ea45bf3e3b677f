import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sellerProduct } from './tables/seller-product.ts';

const { id } = sellerProduct.columns;
const IS_LEFT = `p.seller_profile_id = c.seller_profile_id and p.status in ('draft', 'active', 'paused')`;

/** Sellers whose accounts were deleted, as long as they have products that are not archived. */
export const closedSellers = {
  insert: (tx: EntityManager, sellerProfileId: string, now: Date): Promise<unknown> =>
    INSERT.all(tx, [sellerProfileId, now]),

  /** Some products that are not archived; none when all are. */
  findProductIds: async (em: EntityManager, limit: number): Promise<string[]> =>
    (await PRODUCTS.all(em, [limit])).map((found) => found.id),

  /** Those who have nothing left to archive. */
  deleteDone: (em: EntityManager): Promise<unknown> => DELETE_DONE.all(em, []),
};

const INSERT = statement(
  'insert into closed_seller (seller_profile_id, closed_at) values ($1, $2) on conflict do nothing',
  {},
);
const PRODUCTS = statement(
  `select p.id from closed_seller c join seller_product p on ${IS_LEFT} order by c.closed_at limit $1`,
  { id },
);
const DELETE_DONE = statement(
  `delete from closed_seller c where not exists (select from seller_product p where ${IS_LEFT})`,
  {},
);
