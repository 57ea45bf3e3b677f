import { isUuid } from '@estampa/kernel/ids';
import { nullable, text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

/** The id of a store that a name means, shown or hidden. */
export async function storeIdOf(em: EntityManager, store: string): Promise<string | null> {
  return isUuid(store) ? store : ((await STORE_ID.first(em, [store]))?.id ?? null);
}

/** The ids of a store and its product that two names mean, whether it is on sale or no longer. */
export async function productIdsOf(em: EntityManager, store: string, product: string): Promise<string | null> {
  const storeId = await storeIdOf(em, store);
  if (storeId === null || isUuid(product)) return storeId && `${storeId} ${product}`;
  const id = (await PRODUCT_ID.first(em, [storeId, product]))?.id;
  return id ? `${storeId} ${id}` : null;
}

const STORE_ID = statement('select id from store where slug = $1 order by updated_at desc limit 1', { id: text });

const PRODUCT_ID = statement(
  `select coalesce(
     (select p.id from store_product p
      where p.seller_profile_id = $1 and p.slug = $2 and p.is_listed order by p.created_at desc limit 1),
     (select p.id from store_product p where p.seller_profile_id = $1 and p.slug = $2 order by p.created_at desc limit 1)
   ) as id`,
  { id: nullable(text) },
);
