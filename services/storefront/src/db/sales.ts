import type { PruneRule } from '@estampa/kit/service/prune';
import { integer } from '@estampa/kit/postgres/columns';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { SALES_RETENTION_DAYS } from '../domain/sales.ts';

export type SaleRow = {
  order_id: string;
  seller_product_id: string;
  seller_profile_id: string;
  artwork_id: string;
  quantity: number;
  sold_on: string | null;
  version: number;
};

const GIVEN = 'order_id, seller_product_id, seller_profile_id, artwork_id, quantity, sold_on, version';

/** Sales that have been counted for good, and orders that were given back and of which nobody tells again. */
export const OLD_SALES: readonly PruneRule[] = [
  { table: 'sale', where: `sold_on < (now() at time zone 'America/Sao_Paulo')::date - ${SALES_RETENTION_DAYS}` },
  { table: 'sale', where: "sold_on is null and told_at < now() - interval '60 days'" },
];

/** Keeps sales, of which the orders are locked, unless newer ones of their orders are known, and counts them; says how many counts are others now. */
export async function storeAndCount(tx: EntityManager, rows: readonly SaleRow[]): Promise<number> {
  const counted = await STORE.first(tx, [JSON.stringify(rows)]);
  return counted!.counts;
}

/** Whose sales are counted. */
const COUNTED = (sale: string): string => `(
  values ('product', ${sale}.seller_product_id), ('artwork', ${sale}.artwork_id), ('store', ${sale}.seller_profile_id)
) as counted (kind, id)`;

// Whoever moves the window waits for those who have read it, and they for whoever moves it.
const STORE = statement(
  `with sales_since as (select since from sales_window for share),
   given as (select * from json_populate_recordset(null::sale, $1::json)),
   known as (
     select s.order_id, s.seller_product_id, s.quantity, s.sold_on from sale s join given using (order_id, seller_product_id)
   ),
   kept as (
     insert into sale (${GIVEN}) select ${GIVEN} from given
     on conflict (order_id, seller_product_id) do update
     set quantity = excluded.quantity, sold_on = excluded.sold_on, version = excluded.version, told_at = now()
     where sale.version < excluded.version
     returning *
   ),
   change as (
     select kept.seller_product_id, kept.seller_profile_id, kept.artwork_id,
       case when kept.sold_on >= since then kept.quantity else 0 end
         - case when known.sold_on >= since then known.quantity else 0 end as recent,
       case when kept.sold_on is not null then kept.quantity else 0 end
         - case when known.sold_on is not null then known.quantity else 0 end as total
     from sales_since cross join kept left join known using (order_id, seller_product_id)
   ),
   changed as (
     insert into sales_count (kind, id, recent, total)
     select counted.kind, counted.id, sum(change.recent), sum(change.total)
     from change cross join lateral ${COUNTED('change')}
     group by counted.kind, counted.id having sum(change.recent) <> 0 or sum(change.total) <> 0
     order by counted.kind, counted.id
     on conflict (kind, id) do update
     set recent = sales_count.recent + excluded.recent, total = sales_count.total + excluded.total
     returning kind
   )
   select count(*) as counts from changed`,
  { counts: integer },
);

/** Lets the recent sales begin on a later day; says how many counts are others now. */
export async function moveSalesWindow(tx: EntityManager, since: string): Promise<number> {
  const [, [moved]] = await pipeline(tx, HOLD_WINDOW.with(), MOVE_WINDOW.with(since));
  return moved!.counts;
}

const HOLD_WINDOW = statement('select since from sales_window for update', {});
const MOVE_WINDOW = statement(
  `with leaving as (
     select counted.kind, counted.id, sum(s.quantity) as quantity
     from sales_window w join sale s on s.sold_on >= w.since and s.sold_on < $1::date
       cross join lateral ${COUNTED('s')}
     group by counted.kind, counted.id
   ),
   moved as (update sales_window set since = $1::date where since < $1::date),
   changed as (
     update sales_count c set recent = c.recent - l.quantity from leaving l where c.kind = l.kind and c.id = l.id
     returning c.kind
   )
   select count(*) as counts from changed`,
  { counts: integer },
);
