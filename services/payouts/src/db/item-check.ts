import { LOWEST_ID } from '@estampa/kernel/ids';
import { listedAsJson, rows, selected } from '@estampa/kit/postgres/rows';
import { integer } from '@estampa/kit/postgres/columns';
import { type Query, statement } from '@estampa/kit/postgres/statement';
import { payout } from './tables/payout.ts';
import { payoutItem } from './tables/payout-item.ts';
import { soldItem } from './tables/sold-item.ts';

const ITEMS_AT_ONCE = 1_000;

/** Sends one query: over a connection of the service, or of a test. */
export type RunQuery = <Row>(query: Query<Row>) => Promise<Row[]>;

/** Everything that has to add up, and what does not. */
export const itemCheck = {
  /** All sold items with their entries, some at a time. */
  async *findSoldItems(run: RunQuery) {
    for (let after: string | undefined = LOWEST_ID; after !== undefined;) {
      const found: ItemRow[] = await run(ITEMS.with(after));
      yield* found;
      after = found.length < ITEMS_AT_ONCE ? undefined : found.at(-1)!.orderItemId;
    }
  },

  /** Batches with money whose total differs from their entries. */
  findWrongTotals: (run: RunQuery) => run(WRONG_TOTALS.with()),

  /** Entries in a batch that is over, or paid in none. */
  findStrays: (run: RunQuery) => run(STRAYS.with()),

  /** What sellers have where that differs from their entries. */
  findWrongSums: (run: RunQuery) => run(WRONG_SUMS.with()),

  /** Entries that would be paid out although it is undecided whose money it is. */
  findReleasedEarly: (run: RunQuery) => run(RELEASED_EARLY.with()),
};

const { orderItemId, wasApproved, paymentStatus, isDisputed, isRefundUnderWay, itemStatus, sale } = soldItem.columns;
const ITEM = { orderItemId, wasApproved, paymentStatus, isDisputed, isRefundUnderWay, itemStatus, sale };
const { status, amountCents, paidAt } = payoutItem.columns;
const ENTRY = { status, amountCents, paidAt };
const { id } = payout.columns;

// An item of which only its parcel is known earns nothing yet.
const ITEMS = statement(
  `select ${selected(ITEM, 's')},
     ${listedAsJson(ENTRY, 'i', 'payout_item as i where i.order_item_id = s.order_item_id')} as entries
   from sold_item as s where s.order_item_id > $1::uuid order by s.order_item_id limit ${ITEMS_AT_ONCE}`,
  { ...ITEM, entries: rows(ENTRY) },
);
type ItemRow = ReturnType<ReturnType<typeof ITEMS.with>['decode']>;

const WRONG_TOTALS = statement(
  `select p.id, p.total_cents as found, coalesce(sum(i.amount_cents), 0) as expected
   from payout p left join payout_item i on i.payout_id = p.id
   where p.status in ('pending', 'sending', 'paid')
   group by p.id having p.total_cents <> coalesce(sum(i.amount_cents), 0)
     or count(i.id) <> jsonb_array_length(p.item_ids) or not bool_and(coalesce(jsonb_exists(p.item_ids, i.id::text), true))`,
  { id, expected: integer, found: integer },
);

const STRAYS = statement(
  `select i.id from payout_item i left join payout p on p.id = i.payout_id
   where (i.payout_id is not null and p.status = 'failed') or (i.paid_at is not null and p.status is distinct from 'paid')
     or (p.status = 'paid' and i.paid_at is null)`,
  { id },
);

/** Of each seller, and of all together. */
const WRONG_SUMS = statement(
  `select coalesce(counted.seller_profile_id, summed.seller_profile_id) as id,
     coalesce(counted.cents, 0) as expected, coalesce(summed.cents, 0) as found
   from (
     select coalesce(seller_profile_id, '${LOWEST_ID}') as seller_profile_id, status, is_paid, count(*) as items, sum(amount_cents) as cents
     from (select seller_profile_id, status, paid_at is not null as is_paid, amount_cents from payout_item) as i
     group by grouping sets ((seller_profile_id, status, is_paid), (status, is_paid))
   ) as counted full join (
     select seller_profile_id, status, is_paid, sum(items) as items, sum(cents) as cents
     from (
       select seller_profile_id, status, is_paid, items, cents from payout_sum
       union all select seller_profile_id, status, is_paid, items, cents from payout_sum_change
       union all select '${LOWEST_ID}', status, is_paid, items, cents from payout_sum_change
     ) as noted group by 1, 2, 3
   ) as summed using (seller_profile_id, status, is_paid)
   where coalesce(counted.items, 0) <> coalesce(summed.items, 0) or coalesce(counted.cents, 0) <> coalesce(summed.cents, 0)`,
  { id, expected: integer, found: integer },
);

const RELEASED_EARLY = statement(
  `select i.id, i.amount_cents as found
   from payout_item i join sold_item s on s.order_item_id = i.order_item_id left join payout p on p.id = i.payout_id
   where i.status = 'releasable' and i.paid_at is null and p.status is distinct from 'sending' and i.amount_cents > 0 and (s.is_disputed or s.is_refund_under_way)`,
  { id, found: integer },
);
