import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { storeName } from '../domain/page-names.ts';
import { markNames, nameOf } from './page-change-repository.ts';
import { store } from './tables/store.ts';

type Counted = { storeId: string; productId: string; change: number };

/** Likes of products, followers and likes of stores, and the changes that are not added to them yet. */
export const counts = {
  /**
   * Adds `change` to the likes of a product and its store, with the commit. A counter that another transaction has locked is not
   * waited for: the change goes to `count_change` instead, so that thousands can like one product at the same time.
   */
  addLike: (tx: EntityManager, { storeId, productId, change }: Counted): void =>
    ADD_LIKE.onCommit(tx, [storeId, productId, change]),

  /** Adds `change` to the followers of a store, in the same way. */
  addFollower: (tx: EntityManager, { storeId, change }: Omit<Counted, 'productId'>): void =>
    ADD_FOLLOWER.onCommit(tx, [storeId, change]),

  /** Stores with changes that are not added yet. */
  findChangedStores: async (em: EntityManager): Promise<string[]> => (await STORES.all(em, [])).map(({ id }) => id),

  /** Adds all pending changes of one store, with the commit. Locks products before stores, as every derivation does. */
  async addChanges(tx: EntityManager, storeId: string): Promise<void> {
    const [products] = await pipeline(tx, LOCK_CHANGED_PRODUCTS.with(storeId), LOCK_STORE.with(storeId));
    ADD_CHANGES.onCommit(tx, [storeId, products.map(({ id }) => id)]);
  },

  /** Deletes all pending changes; for use after all counters have been recounted. */
  deleteChanges: (tx: EntityManager): Promise<unknown> => DELETE_CHANGES.all(tx, []),

  /** Recounts one store's likes from those of its products, with the commit, and marks its pages if they changed. */
  recountLikesReceived(tx: EntityManager, sellerProfileId: string): void {
    LOCK_STORE.onCommit(tx, [sellerProfileId]);
    RECOUNT.onCommit(tx, [sellerProfileId]);
  },

  /** Recounts all counters from the follows and likes themselves: exact unless those change at the same time. */
  recountAll: (tx: EntityManager): Promise<unknown> => pipeline(tx, RECOUNT_PRODUCTS.with(), RECOUNT_STORES.with()),
};

const { id } = store.columns;

const ADD_LIKE = statement(
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

const ADD_FOLLOWER = statement(
  `with free as (select id from store where id = $1 for update skip locked),
   store as (
     update store set followers_count = followers_count + $2::int where id = $1 and exists (select from free)
   )
   insert into count_change (seller_profile_id, followers) select $1, $2::int where not exists (select from free)`,
  {},
);

const STORES_AT_ONCE = 100;
const STORES = statement(`select distinct seller_profile_id as id from count_change limit ${STORES_AT_ONCE}`, { id });

const LOCK_CHANGED_PRODUCTS = statement(
  `select p.id from product_count p
   where p.id in (select seller_product_id from count_change where seller_profile_id = $1) order by p.id for update`,
  { id },
);

/** Statements after this one see what the previous holder of the lock committed. */
const LOCK_STORE = statement('select s.id from store s where s.id = $1 for update', { id });

// A change that belongs to a deleted product is dropped.
const ADD_CHANGES = statement(
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

const DELETE_CHANGES = statement('delete from count_change', {});

const LIKES_RECEIVED = `(
  select coalesce(sum(p.likes_count), 0) from product_count p where p.seller_profile_id = s.id and not p.is_archived
)`;

const RECOUNT = statement(
  `with recounted as (
     update store s set likes_received_count = ${LIKES_RECEIVED}
     where s.id = $1 and s.likes_received_count <> ${LIKES_RECEIVED} returning s.id
   )
   ${markNames(`select ${nameOf(storeName, 'id')} from recounted`)}`,
  {},
);

const RECOUNT_PRODUCTS = statement(
  `update product_count p set likes_count = counted.likes
   from (
     select p.id, count(l.id) as likes from product_count p left join product_like l on l.seller_product_id = p.id
     group by p.id
   ) as counted
   where counted.id = p.id and counted.likes <> p.likes_count`,
  {},
);
const RECOUNT_STORES = statement(
  `update store s set followers_count = counted.followers, likes_received_count = counted.likes
   from (
     select s.id,
       (select count(*) from follow f where f.seller_profile_id = s.id) as followers,
       ${LIKES_RECEIVED} as likes
     from store s
   ) as counted
   where counted.id = s.id
     and (s.followers_count, s.likes_received_count) is distinct from (counted.followers, counted.likes)`,
  {},
);
