import { list, text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';

export type Viewer = { userId: string; productIds: readonly string[]; storeIds: readonly string[] };
export type Opinion = { likedProductIds: string[]; followedStoreIds: string[] };

/** Asks what each viewer likes and follows of what they see: one statement for all of them. */
export const requestViewerStates = (viewers: readonly Viewer[]) =>
  VIEWER_STATES.with(
    viewers.map(({ userId }) => userId),
    viewers.map(({ productIds }) => `{${productIds.join(',')}}`),
    viewers.map(({ storeIds }) => `{${storeIds.join(',')}}`),
  );

const VIEWER_STATES = statement(
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
