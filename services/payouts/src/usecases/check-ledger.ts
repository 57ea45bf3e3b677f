import type { SoldAs } from '../db/sold-item.entity.ts';
import { balanceOf, worthOf } from '../domain/ledger.ts';
import type { PayoutItem } from '../domain/payout-item.ts';
import type { SaleFacts } from '../domain/standing.ts';

/** `of`: the sold item, its entry or the batch of which something does not add up. */
export type Difference = {
  kind: 'item_balance' | 'item_batch' | 'item_on_hold' | 'batch_total';
  of: string;
  expected: number;
  found: number;
};
type Tell = (difference: Difference) => void;
/** Sends one statement, its values in place of the question marks. */
export type Ask = <Row>(sql: string, values: readonly unknown[]) => Promise<Row[]>;

const ITEMS_AT_ONCE = 1_000;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** Recomputes every balance from what is known of orders and items, and every batch from its entries; changes nothing. */
export async function checkLedger(ask: Ask, tell: Tell): Promise<{ items: number; differences: number }> {
  let differences = 0;
  const count: Tell = (difference) => {
    differences += 1;
    tell(difference);
  };
  let items = 0;
  for (let after: string | undefined = LOWEST_ID; after !== undefined;) {
    const rows: ItemRow[] = await ask(ITEMS, [after]);
    for (const row of rows) checkItem(row, count);
    items += rows.length;
    after = rows.length < ITEMS_AT_ONCE ? undefined : rows.at(-1)!.orderItemId;
  }
  for (const { id, expected, found } of await ask<BatchRow>(BATCHES, []))
    count({ kind: 'batch_total', of: id, expected, found });
  for (const { id } of await ask<{ id: string }>(STRAYS, []))
    count({ kind: 'item_batch', of: id, expected: 1, found: 0 });
  for (const { id, found } of await ask<{ id: string; found: number }>(ON_HOLD, []))
    count({ kind: 'item_on_hold', of: id, expected: 0, found });
  return { items, differences };
}

type Entry = Pick<PayoutItem, 'status' | 'amountCents'> & { isPaid: boolean };

function checkItem({ orderItemId, sale, entries, ...facts }: ItemRow, tell: Tell): void {
  const amountCents = (sale?.artistEarningsCents ?? 0) * (sale?.quantity ?? 0);
  const expected = worthOf(facts, { amountCents, givenBackCents: sale?.givenBackCents ?? 0 });
  const found = balanceOf(entries.map(({ isPaid, ...entry }) => ({ ...entry, paidAt: isPaid ? new Date(0) : null })));
  if (expected !== found) tell({ kind: 'item_balance', of: orderItemId, expected, found });
}

type ItemRow = SaleFacts & { orderItemId: string; sale: SoldAs | null; entries: Entry[] };
type BatchRow = { id: string; expected: number; found: number };

// An item of which only its parcel is known earns nothing yet.
const ITEMS = `
  select s.order_item_id as "orderItemId", s.was_approved as "wasApproved", s.payment_status as "paymentStatus",
     s.is_disputed as "isDisputed", s.is_refund_under_way as "isRefundUnderWay", s.item_status as "itemStatus", s.sale, (
       select coalesce(json_agg(json_build_object(
         'status', i.status, 'amountCents', i.amount_cents, 'isPaid', i.paid_at is not null)), '[]')
       from payout_item i where i.order_item_id = s.order_item_id
     ) as entries
   from sold_item s where s.order_item_id > ?::uuid order by s.order_item_id limit ${ITEMS_AT_ONCE}`;

/** Batches that hold or held money come to what their entries do. */
const BATCHES = `
  select p.id, p.total_cents::float8 as found, coalesce(sum(i.amount_cents), 0)::float8 as expected
   from payout p left join payout_item i on i.payout_id = p.id
   where p.status in ('pending', 'paid')
   group by p.id having p.total_cents <> coalesce(sum(i.amount_cents), 0)
     or count(i.id) <> jsonb_array_length(p.item_ids) or not bool_and(coalesce(jsonb_exists(p.item_ids, i.id::text), true))`;

/** Entries in a batch that is over, or paid in none. */
const STRAYS = `
  select i.id from payout_item i left join payout p on p.id = i.payout_id
   where (i.payout_id is not null and p.status = 'failed') or (i.paid_at is not null and p.status is distinct from 'paid')
     or (p.status = 'paid' and i.paid_at is null)`;

/** Entries that would be paid out though nobody knows yet whose money it is. */
const ON_HOLD = `
  select i.id, i.amount_cents::float8 as found
   from payout_item i join sold_item s on s.order_item_id = i.order_item_id
   where i.status = 'releasable' and i.paid_at is null and i.amount_cents > 0 and (s.is_disputed or s.is_refund_under_way)`;
