import { boolean, integer, list, nullable, type RowOf, text } from '@estampa/kit/postgres/columns';
import { toRecord } from '@estampa/kit/postgres/rows';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { FOLLOWERS, likesOf } from './count-columns.ts';
import { FOUND_PRODUCT, FOUND_STORE, named } from './read-model.ts';
import { follow, type FollowRow } from './tables/follow.ts';
import { productLike, type ProductLikeRow } from './tables/product-like.ts';
import { store } from './tables/store.ts';
import { storeProduct } from './tables/store-product.ts';

/** The limit of likes, and of follows, in one response: some 1 MB. */
export const REACTIONS_MAX = 10_000;

const REACTION = { id: text, createdAt: follow.columns.createdAt };
export type Reaction = RowOf<typeof REACTION>;

export type Viewer = { userId: string; productIds: readonly string[]; storeIds: readonly string[] };

export const likes = {
  /**
   * Reads a person's like of a product on sale, found by the names of store and product; their likes and follows stay locked
   * until the transaction ends.
   */
  async lock(tx: EntityManager, userId: string, shop: string, product: string) {
    const requested = LIKE.with(...named(shop), ...named(product), userId);
    const [, [found]] = await pipeline(tx, LOCK_PERSON.with(userId), requested);
    return found;
  },

  /** Written with the commit. */
  insert: (tx: EntityManager, row: ProductLikeRow): void => INSERT_LIKE.onCommit(tx, [toRecord(row)]),
  /** Written with the commit. */
  delete: (tx: EntityManager, { userId, sellerProductId }: Pick<ProductLikeRow, 'userId' | 'sellerProductId'>): void =>
    DELETE_LIKE.onCommit(tx, [userId, sellerProductId]),
  /** Deletes the likes of a deleted product; written with the commit. */
  deleteOfProduct: (tx: EntityManager, sellerProductId: string): void => DELETE_LIKES.onCommit(tx, [sellerProductId]),
};

export const follows = {
  /** Reads a person's follow of a store, and the id of the person's own store; locks in the same way. */
  async lock(tx: EntityManager, userId: string, shop: string) {
    const [, [found]] = await pipeline(tx, LOCK_PERSON.with(userId), FOLLOW.with(...named(shop), userId));
    return found;
  },

  /** Written with the commit. */
  insert: (tx: EntityManager, row: FollowRow): void => INSERT_FOLLOW.onCommit(tx, [toRecord(row)]),
  /** Written with the commit. */
  delete: (tx: EntityManager, { userId, sellerProfileId }: Pick<FollowRow, 'userId' | 'sellerProfileId'>): void =>
    DELETE_FOLLOW.onCommit(tx, [userId, sellerProfileId]),
};

export const reactions = {
  /** All likes and follows of a person, newest first. */
  async findAll(em: EntityManager, userId: string): Promise<{ likes: Reaction[]; follows: Reaction[] }> {
    const [liked, followed] = await pipeline(em, LIKES.with(userId), FOLLOWS.with(userId));
    return { likes: liked, follows: followed };
  },

  /** The query for the likes and follows of all viewers among the ids they see: one statement for all of them. */
  ofViewers: (viewers: readonly Viewer[]) =>
    OF_VIEWERS.with(
      viewers.map(({ userId }) => userId),
      viewers.map(({ productIds }) => `{${productIds.join(',')}}`),
      viewers.map(({ storeIds }) => `{${storeIds.join(',')}}`),
    ),
};

/** Serialises the likes and follows of one person; others are not blocked. */
export const LOCK_PERSON = statement(`select pg_advisory_xact_lock(hashtextextended('social:' || $1, 0))`, {});

const LIKE = statement(
  `with ${FOUND_PRODUCT}
   select page.id as "productId", page.slug, found.id as "storeId", found.slug as "storeSlug",
     ${likesOf('page')} as "likesCount",
     exists (select from product_like l where l.user_id = $5 and l.seller_product_id = page.id) as "isLiked"
   from found, page`,
  {
    productId: storeProduct.columns.id,
    slug: storeProduct.columns.slug,
    storeId: store.columns.id,
    storeSlug: store.columns.slug,
    likesCount: integer,
    isLiked: boolean,
  },
);

const FOLLOW = statement(
  `with ${FOUND_STORE}
   select s.id as "storeId", s.slug as "storeSlug", s.user_id as "ownerId", ${FOLLOWERS} as "followersCount",
     own.id as "ownStoreId", own.slug as "ownStoreSlug",
     exists (select from follow f where f.user_id = $3 and f.seller_profile_id = s.id) as "isFollowing"
   from found s left join lateral (select o.id, o.slug from store o where o.user_id = $3 limit 1) as own on true`,
  {
    storeId: store.columns.id,
    storeSlug: store.columns.slug,
    ownerId: store.columns.userId,
    followersCount: integer,
    ownStoreId: nullable(store.columns.id),
    ownStoreSlug: nullable(store.columns.slug),
    isFollowing: boolean,
  },
);

const INSERT_LIKE = statement(productLike.insertRecord('$1'), {});
const DELETE_LIKE = statement('delete from product_like where user_id = $1 and seller_product_id = $2', {});
const DELETE_LIKES = statement('delete from product_like where seller_product_id = $1', {});
const INSERT_FOLLOW = statement(follow.insertRecord('$1'), {});
const DELETE_FOLLOW = statement('delete from follow where user_id = $1 and seller_profile_id = $2', {});

const newest = (name: string, of: string) =>
  statement(
    `select ${of} as id, created_at as "createdAt" from ${name} where user_id = $1
     order by created_at desc, id desc limit ${REACTIONS_MAX}`,
    REACTION,
  );
const LIKES = newest('product_like', 'seller_product_id');
const FOLLOWS = newest('follow', 'seller_profile_id');

const OF_VIEWERS = statement(
  `select array(
       select l.seller_product_id from product_like l
       where l.user_id = v.user_id and l.seller_product_id = any(v.product_ids::uuid[])
     ) as "likedProductIds",
     array(
       select f.seller_profile_id from follow f
       where f.user_id = v.user_id and f.seller_profile_id = any(v.store_ids::uuid[])
     ) as "followedStoreIds"
   from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality as v(user_id, product_ids, store_ids, viewer)
   order by viewer`,
  { likedProductIds: list(text), followedStoreIds: list(text) },
);

/** The likes and follows of one viewer. */
export type ViewerState = ReturnType<ReturnType<typeof OF_VIEWERS.with>['decode']>;
