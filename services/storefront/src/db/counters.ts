import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { storeName } from '../domain/page-names.ts';
import { LOCK_STORE } from './count-changes.ts';
import { markNames, nameOf } from './page-changes.ts';

const LIKES_RECEIVED = `(
  select coalesce(sum(p.likes_count), 0) from product_count p where p.seller_profile_id = s.id and not p.is_archived
)`;

/** One store's likes, counted from its products with the commit; says so where it has others then than before. */
export function recountLikesReceived(tx: EntityManager, sellerProfileId: string): void {
  LOCK_STORE.onCommit(tx, [sellerProfileId]);
  RECOUNT.onCommit(tx, [sellerProfileId]);
}

const RECOUNT = statement(
  `with recounted as (
     update store s set likes_received_count = ${LIKES_RECEIVED}
     where s.id = $1 and s.likes_received_count <> ${LIKES_RECEIVED} returning s.id
   )
   ${markNames(`select ${nameOf(storeName, 'id')} from recounted`)}`,
  {},
);

/** All counters anew, from the follows and likes themselves: exact where nobody changes those meanwhile. */
export async function recountAll(tx: EntityManager): Promise<void> {
  await tx.execute(`
    update product_count p set likes_count = counted.likes
    from (
      select p.id, count(l.id) as likes from product_count p left join product_like l on l.seller_product_id = p.id
      group by p.id
    ) as counted
    where counted.id = p.id and counted.likes <> p.likes_count`);
  await tx.execute(`
    update store s set followers_count = counted.followers, likes_received_count = counted.likes
    from (
      select s.id,
        (select count(*) from follow f where f.seller_profile_id = s.id) as followers,
        ${LIKES_RECEIVED} as likes
      from store s
    ) as counted
    where counted.id = s.id
      and (s.followers_count, s.likes_received_count) is distinct from (counted.followers, counted.likes)`);
}
