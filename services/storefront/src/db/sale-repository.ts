import { SAO_PAULO } from '@estampa/kernel/days';
import { integer } from '@estampa/kit/postgres/columns';
import { columnNames, toRecords } from '@estampa/kit/postgres/rows';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { PruneRule } from '@estampa/kit/service/prune';
import type { EntityManager } from '@mikro-orm/postgresql';
import { SALES_RETENTION_DAYS } from '../domain/sales.ts';
import { sale, type SaleRow } from './tables/sale.ts';

/** Sales that are counted for good, and unpaid or refunded orders that no event mentions any more. */
export const OLD_SALES: readonly PruneRule[] = [
  { table: 'sale', where: `sold_on < (now() at time zone '${SAO_PAULO}')::date - ${SALES_RETENTION_DAYS}` },
  { table: 'sale', where: "sold_on is null and told_at < now() - interval '60 days'" },
];

/** Sales, and their counts by product, artwork and store. */
export const sales = {
  /** Upserts sales whose orders are locked, unless newer versions are stored; returns how many counts changed. */
  async save(tx: EntityManager, rows: readonly SaleRow[]): Promise<number> {
    return (await SAVE.first(tx, [toRecords(rows)]))!.counts;
  },

  /** Moves the start of the recent sales to a later day; returns how many counts changed. */
  async moveWindow(tx: EntityManager, since: string): Promise<number> {
    const [, [moved]] = await pipeline(tx, LOCK_WINDOW.with(), MOVE_WINDOW.with(since));
    return moved!.counts;
  },
};

const GIVEN = columnNames(sale.columns);

/** The products, artworks and stores that a sale counts for. */
const COUNTED = (alias: string): string => `(
  values ('product', ${alias}.seller_product_id), ('artwork', ${alias}.artwork_id), ('store', ${alias}.seller_profile_id)
) as counted (kind, id)`;

// The shared lock on the window orders this after a move of the window, and a move after all saves that read the old one.
const SAVE = statement(
  `with sales_since as (select since from sales_window for share),
   given as (select * from json_populate_recordset(null::sale, $1::json)),
   known as (
     select s.order_id, s.seller_product_id, s.quantity, s.sold_on from sale s join given using (order_id, seller_product_id)
   ),
   saved as (
     insert into sale (${GIVEN}) select ${GIVEN} from given
     on conflict (order_id, seller_product_id) do update
     set quantity = excluded.quantity, sold_on = excluded.sold_on, version = excluded.version, told_at = now()
     where sale.version < excluded.version
     returning *
   ),
   change as (
     select saved.seller_product_id, saved.seller_profile_id, saved.artwork_id,
       case when saved.sold_on >= since then saved.quantity else 0 end
         - case when known.sold_on >= since then known.quantity else 0 end as recent,
       case when saved.sold_on is not null then saved.quantity else 0 end
         - case when known.sold_on is not null then known.quantity else 0 end as total
     from sales_since cross join saved left join known using (order_id, seller_product_id)
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

const LOCK_WINDOW = statement('select since from sales_window for update', {});
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
