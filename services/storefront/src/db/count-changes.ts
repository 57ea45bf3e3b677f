import { text } from '@estampa/kit/postgres/columns';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

const changed = (counter: 'likes' | 'followers', of: string): string =>
  `coalesce((select sum(c.${counter}) from count_change c ${of}), 0)`;

/** The likes of a product, with those that are not added to its count yet. */
export const likesOf = (product: string): string =>
  `coalesce((select n.likes_count from product_count n where n.id = ${product}.id), 0) + ${changed('likes', `where c.seller_product_id = ${product}.id`)}`;

/** Of a store as `s`. */
export const FOLLOWERS = `s.followers_count + ${changed('followers', 'where c.seller_profile_id = s.id')}`;
export const LIKES_RECEIVED = `s.likes_received_count + ${changed(
  'likes',
  `join product_count liked on liked.id = c.seller_product_id and not liked.is_archived where c.seller_profile_id = s.id`,
)}`;

type Counted = { storeId: string; productId: string; change: number };

/**
 * Counts one like more or less, with the commit. Where the counts of product and store are free it is added to them; where somebody
 * else is changing one it is left for later, so that of a crowd that likes one product nobody waits for anybody.
 */
export const countLike = (tx: EntityManager, { storeId, productId, change }: Counted): void =>
  COUNT_LIKE.onCommit(tx, [storeId, productId, change]);

const COUNT_LIKE = statement(
  `with free_product as (select is_archived from product_count where id = $2 for update skip locked),
   free_store as (select id from store where id = $1 for update skip locked),
   free as (select is_archived from free_product, free_store),
   product as (
     update product_count set likes_count = likes_count + $3::int where id = $2 and exists (select from free)
   ),
   store as (
     update store set likes_received_count = likes_received_count + $3::int
     where id = $1 and exists (select from free where not is_archived)
   )
   insert into count_change (seller_profile_id, seller_product_id, likes)
   select $1, $2, $3::int where not exists (select from free)`,
  {},
);

export const countFollower = (tx: EntityManager, { storeId, change }: Omit<Counted, 'productId'>): void =>
  COUNT_FOLLOWER.onCommit(tx, [storeId, change]);

const COUNT_FOLLOWER = statement(
  `with free as (select id from store where id = $1 for update skip locked),
   store as (
     update store set followers_count = followers_count + $2::int where id = $1 and exists (select from free)
   )
   insert into count_change (seller_profile_id, followers) select $1, $2::int where not exists (select from free)`,
  {},
);

/** When all counters have been counted anew there is nothing to add. */
export const dropCountChanges = (tx: EntityManager): Promise<unknown> => tx.execute('delete from count_change');

/** Stores with changes that are not added yet. */
export const storesWithChanges = async (em: EntityManager): Promise<string[]> =>
  (await STORES.all(em, [])).map(({ id }) => id);

const STORES_AT_ONCE = 100;
const STORES = statement(`select distinct seller_profile_id as id from count_change limit ${STORES_AT_ONCE}`, {
  id: text,
});

/** Adds all that was left of one store. Products before stores: so does whoever derives a product. */
export async function addCountChanges(tx: EntityManager, storeId: string): Promise<void> {
  const [products] = await pipeline(tx, LOCK_CHANGED_PRODUCTS.with(storeId), LOCK_STORE.with(storeId));
  ADD.onCommit(tx, [storeId, products.map(({ id }) => id)]);
}

const LOCK_CHANGED_PRODUCTS = statement(
  `select p.id from product_count p
   where p.id in (select seller_product_id from count_change where seller_profile_id = $1) order by p.id for update`,
  { id: text },
);

/** What is read in a statement after it is what the last holder left. */
export const LOCK_STORE = statement('select s.id from store s where s.id = $1 for update', { id: text });

// A change of a product that is gone counts for nothing.
const ADD = statement(
  `with added as (
     delete from count_change
     where seller_profile_id = $1 and (
       seller_product_id is null or seller_product_id = any($2::uuid[])
       or not exists (select from product_count p where p.id = seller_product_id)
     )
     returning seller_product_id as id, likes, followers
   ),
   by_product as (select id, sum(likes) as likes from added where id is not null group by id),
   product as (
     update product_count p set likes_count = p.likes_count + b.likes from by_product b where p.id = b.id
   )
   update store s set
     followers_count = s.followers_count + (select coalesce(sum(followers), 0) from added),
     likes_received_count = s.likes_received_count + (
       select coalesce(sum(b.likes), 0) from by_product b join product_count p on p.id = b.id and not p.is_archived
     )
   where s.id = $1`,
  {},
);
