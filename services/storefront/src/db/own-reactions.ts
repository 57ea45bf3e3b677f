import { type RowOf, text, timestamp } from '@estampa/kit/postgres/columns';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

/** So many likes, and as many follows, are some 1 MB. */
export const REACTIONS_MAX = 10_000;

const REACTION = { id: text, createdAt: timestamp };
export type Reaction = RowOf<typeof REACTION>;

const newest = (table: string, of: string) =>
  statement(
    `select ${of} as id, created_at as "createdAt" from ${table} where user_id = $1
     order by created_at desc, id desc limit ${REACTIONS_MAX}`,
    REACTION,
  );
const LIKES = newest('product_like', 'seller_product_id');
const FOLLOWS = newest('follow', 'seller_profile_id');

/** What a person likes and follows, newest first. */
export async function findReactions(
  em: EntityManager,
  userId: string,
): Promise<{ likes: Reaction[]; follows: Reaction[] }> {
  const [likes, follows] = await pipeline(em, LIKES.with(userId), FOLLOWS.with(userId));
  return { likes, follows };
}
