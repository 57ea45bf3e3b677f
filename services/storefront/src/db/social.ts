import { boolean, integer, nullable, text } from '@estampa/kit/postgres/columns';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { FOLLOWERS, likesOf } from './count-changes.ts';
import { FOUND_PRODUCT, FOUND_STORE, named } from './read-model.ts';

/** One person's follows and likes change one after the other: nobody else waits for them. */
export const LOCK_PERSON = statement(`select pg_advisory_xact_lock(hashtextextended('social:' || $1, 0))`, {});

/** What a person thinks of a product on sale, until the transaction ends. */
export async function lockLike(tx: EntityManager, userId: string, store: string, product: string) {
  const requested = LIKE.with(...named(store), ...named(product), userId);
  const [, [found]] = await pipeline(tx, LOCK_PERSON.with(userId), requested);
  return found;
}

const LIKE = statement(
  `with ${FOUND_PRODUCT}
   select page.id as "productId", page.slug, found.id as "storeId", found.slug as "storeSlug",
     ${likesOf('page')} as "likesCount",
     exists (select from product_like l where l.user_id = $5 and l.seller_product_id = page.id) as "isLiked"
   from found, page`,
  { productId: text, slug: nullable(text), storeId: text, storeSlug: text, likesCount: integer, isLiked: boolean },
);

/** What a person thinks of a store, until the transaction ends, and which store is the person's own. */
export async function lockFollow(tx: EntityManager, userId: string, store: string) {
  const [, [found]] = await pipeline(tx, LOCK_PERSON.with(userId), FOLLOW.with(...named(store), userId));
  return found;
}

const FOLLOW = statement(
  `with ${FOUND_STORE}
   select s.id as "storeId", s.slug as "storeSlug", s.user_id as "ownerId", ${FOLLOWERS} as "followersCount",
     own.id as "ownStoreId", own.slug as "ownStoreSlug",
     exists (select from follow f where f.user_id = $3 and f.seller_profile_id = s.id) as "isFollowing"
   from found s left join lateral (select o.id, o.slug from store o where o.user_id = $3 limit 1) as own on true`,
  {
    storeId: text,
    storeSlug: text,
    ownerId: text,
    followersCount: integer,
    ownStoreId: nullable(text),
    ownStoreSlug: nullable(text),
    isFollowing: boolean,
  },
);

type Opinion = { id: string; userId: string; of: string; now: Date };

export const addLike = (tx: EntityManager, { id, userId, of, now }: Opinion): void =>
  ADD_LIKE.onCommit(tx, [id, userId, of, now]);
export const dropLike = (tx: EntityManager, { userId, of }: Opinion): void => DROP_LIKE.onCommit(tx, [userId, of]);
export const addFollow = (tx: EntityManager, { id, userId, of, now }: Opinion): void =>
  ADD_FOLLOW.onCommit(tx, [id, userId, of, now]);
export const dropFollow = (tx: EntityManager, { userId, of }: Opinion): void => DROP_FOLLOW.onCommit(tx, [userId, of]);

const ADD_LIKE = statement(
  'insert into product_like (id, user_id, seller_product_id, created_at) values ($1, $2, $3, $4)',
  {},
);
const DROP_LIKE = statement('delete from product_like where user_id = $1 and seller_product_id = $2', {});
const ADD_FOLLOW = statement(
  'insert into follow (id, user_id, seller_profile_id, created_at) values ($1, $2, $3, $4)',
  {},
);
const DROP_FOLLOW = statement('delete from follow where user_id = $1 and seller_profile_id = $2', {});
