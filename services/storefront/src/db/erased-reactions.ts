import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { cardsName, productName, storeName } from '../domain/page-names.ts';
import { markNames, nameOf } from './page-change-repository.ts';
import { LOCK_PERSON } from './reaction-repository.ts';

/**
 * Counters are changed later, by the job that adds `count_change`: a deletion must not wait for others who like the same things.
 */
const DELETE_LIKES = statement(
  `with gone as (delete from product_like where user_id = $1 returning seller_product_id as id),
   product as (
     select n.id, n.seller_profile_id, p.slug, s.slug as store_slug from gone
     join product_count n on n.id = gone.id
     left join store_product p on p.id = n.id left join store s on s.id = n.seller_profile_id),
   counted as (
     insert into count_change (seller_profile_id, seller_product_id, likes) select seller_profile_id, id, -1 from product)
   ${markNames(
     [
       nameOf(productName, 'seller_profile_id', 'id'),
       nameOf(productName, 'seller_profile_id', 'slug'),
       nameOf(cardsName, 'seller_profile_id'),
       nameOf(storeName, 'seller_profile_id'),
       nameOf(storeName, 'store_slug'),
     ]
       .map((name) => `select ${name} from product`)
       .join(' union all '),
   )}`,
  {},
);

const DELETE_FOLLOWS = statement(
  `with gone as (delete from follow where user_id = $1 returning seller_profile_id as id),
   followed as (select s.id, s.slug from gone join store s on s.id = gone.id),
   counted as (insert into count_change (seller_profile_id, followers) select id, -1 from followed)
   ${markNames(`select ${nameOf(storeName, 'id')} from followed union all select ${nameOf(storeName, 'slug')} from followed`)}`,
  {},
);

/** Deletes all likes and follows of one person; the caller has locked the person (`LOCK_PERSON`). */
export const deleteReactions = (tx: EntityManager, userId: string): Promise<unknown> =>
  pipeline(tx, LOCK_PERSON.with(userId), DELETE_LIKES.with(userId), DELETE_FOLLOWS.with(userId));
