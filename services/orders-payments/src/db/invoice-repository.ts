import type { Position } from '@estampa/kernel/cursor';
import type { Page } from '@estampa/kernel/page';
import { boolean, float, integer, oneOf, text } from '@estampa/kit/postgres/columns';
import { asJson, row, selected, takenFrom, toRecord, toRecords } from '@estampa/kit/postgres/rows';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Invoice, INVOICE_STATUSES, type InvoiceStatus } from '../domain/invoice.ts';
import { invoice, INVOICE_PROGRESS, type InvoiceRow } from './tables/invoice.ts';
import { order } from './tables/order.ts';
import { type MilestoneRow, orderMilestone } from './tables/order-milestone.ts';

const NEWS_AT_ONCE = 500;
const ORDERS_AT_ONCE = 2_000;
/** An invoice with the number of its order, in lists. */
export type ListedInvoice = { invoice: InvoiceRow; orderNumber: number };
type InvoiceNews = Pick<MilestoneRow, 'orderId' | 'kind' | 'amountCents'>;
type Lease = { now: Date; leaseEnd: Date; limit: number };

/** Invoices of orders. */
export const invoices = {
  newsAtOnce: NEWS_AT_ONCE,

  /** Takes the oldest payments and refunds since then that no invoice knows of yet; for others they are gone with the commit. */
  takeNews: (tx: EntityManager, since: Date): Promise<InvoiceNews[]> => TAKE_NEWS.all(tx, [since]),

  ordersAtOnce: ORDERS_AT_ONCE,

  /** The next orders in the order in which they changed, and which of them were paid since then and have no invoice. */
  findChanged: (em: EntityManager, paidSince: Date, { at, id }: Position) => CHANGED.all(em, [paidSince, at, id]),

  /** Stores the first invoices of orders, unless they have one; always in one order, so that two who do never wait in a circle. */
  async insertFirst(tx: EntityManager, first: readonly Invoice[]): Promise<void> {
    const inOrder = first.toSorted((one, other) => (one.orderId < other.orderId ? -1 : 1));
    await INSERT.all(tx, [toRecords(inOrder.map(dueAtOnce))]);
  },

  /** Has those of these orders advanced now. */
  async saveOrdersDue(tx: EntityManager, orderIds: readonly string[], now: Date): Promise<void> {
    await SAVE_ORDERS_DUE.all(tx, [orderIds, now]);
  },

  /** Claims some that are due, oldest first; other replicas skip them until `leaseEnd`. */
  claimDue: (em: EntityManager, { now, leaseEnd, limit }: Lease): Promise<InvoiceRow[]> =>
    CLAIM_DUE.all(em, [now, leaseEnd, limit]),

  /** Stores one under its lease, which goes on or ends with `dueAt`; false if the lease was lost: then nothing is stored. */
  save: async (em: EntityManager, changed: InvoiceRow, leaseEnd: Date): Promise<boolean> =>
    Boolean(await SAVE.first(em, [toRecord(changed), leaseEnd])),

  /** Stores the next one of an order, unless there is one. */
  async insertNext(em: EntityManager, next: Invoice): Promise<void> {
    await INSERT.all(em, [toRecords([dueAtOnce(next)])]);
  },

  /** Makes the one with this reference due, as the issuer has news of it. */
  async saveDueNow(em: EntityManager, reference: string, now: Date): Promise<void> {
    await SAVE_DUE_NOW.all(em, [reference, now]);
  },

  lock: (tx: EntityManager, id: string): Promise<ListedInvoice | undefined> => LOCK.first(tx, [id]),

  /** A person corrected what it was rejected for. */
  async saveRetried(tx: EntityManager, id: string, now: Date): Promise<void> {
    await SAVE_RETRIED.all(tx, [id, now]);
  },

  /** The latest one of an order. */
  findOfOrder: (em: EntityManager, orderId: string): Promise<InvoiceRow | undefined> => OF_ORDER.first(em, [orderId]),

  /** A page of those with a status, newest first; without one, of those that are not over, oldest first. */
  async findPage(
    em: EntityManager,
    status: InvoiceStatus | undefined,
    { skip, limit }: Page,
  ): Promise<{ invoices: ListedInvoice[]; total: number }> {
    const { page, count } = status === undefined ? OUTSTANDING : OF_STATUS;
    const values = status === undefined ? [] : [status];
    const [found, [counted]] = await pipeline(em, page.with(...values, limit, skip), count.with(...values));
    return { invoices: found, total: counted!.count };
  },

  /** How many are not over, by status, and for how long the oldest has waited to be issued, or to be cancelled. */
  findAges: (em: EntityManager, now: Date) => AGES.all(em, [now]),
};

const dueAtOnce = (intent: Invoice): InvoiceRow => ({ ...intent, dueAt: intent.createdAt, failures: 0 });

const NEWS = orderMilestone.pick('orderId', 'kind', 'amountCents');

const TAKE_NEWS = statement(
  `update order_milestone as m set is_invoiced = true where id in (
     select id from order_milestone where not is_invoiced and kind <> 'shipped' and reached_at >= $1
     order by reached_at limit ${NEWS_AT_ONCE} for update skip locked)
   returning ${selected(NEWS, 'm')}`,
  NEWS,
);

// To the microsecond: a position before orders that were stored with one would find them again and again.
const CHANGED = statement(
  `select o.id, o.updated_at::text as at, o.total_cents as "totalCents",
     coalesce(o.paid_at >= $1, false) and not exists (select from invoice as i where i.order_id = o.id) as "isUninvoiced"
   from customer_order as o where (o.updated_at, o.id) > ($2::timestamptz, $3) order by o.updated_at, o.id limit ${ORDERS_AT_ONCE}`,
  { ...order.pick('id', 'totalCents'), at: text, isUninvoiced: boolean },
);

const INSERT = statement(`${invoice.insertRecords('$1')} on conflict (order_id, place) do nothing`, {});

const SAVE_ORDERS_DUE = statement(
  `update invoice set due_at = $2 where order_id = any($1::uuid[]) and status <> 'cancelled'`,
  {},
);

const CLAIM_DUE = statement(
  `update invoice as i set due_at = $2 where id in (
     select id from invoice where due_at <= $1 order by due_at limit $3 for update skip locked)
   returning ${selected(invoice.columns, 'i')}`,
  invoice.columns,
);

const SAVED = { ...INVOICE_PROGRESS, ...invoice.pick('dueAt', 'failures') };
const SAVE = statement(
  `update invoice as i set ${takenFrom('changed', SAVED)}
   from jsonb_populate_record(null::invoice, $1) as changed
   where i.id = changed.id and i.due_at = $2 returning i.id`,
  invoice.pick('id'),
);

const SAVE_DUE_NOW = statement(
  `update invoice set due_at = $2 where reference = $1 and status <> 'cancelled' and (due_at is null or due_at > $2)`,
  {},
);

const LISTED = `${asJson(invoice.columns, 'i')} as invoice, o.order_number as "orderNumber"`;
const LISTED_COLUMNS = { invoice: row(invoice.columns), ...order.pick('orderNumber') };
const FROM = 'from invoice as i join customer_order as o on o.id = i.order_id';
const IS_OUTSTANDING = `i.status not in ('issued', 'cancelled')`;

const LOCK = statement(`select ${LISTED} ${FROM} where i.id = $1 for update of i`, LISTED_COLUMNS);

const SAVE_RETRIED = statement('update invoice set is_retried = true, failures = 0, due_at = $2 where id = $1', {});

const OF_ORDER = invoice.select('i', 'where i.order_id = $1 order by i.place desc limit 1');

const OUTSTANDING = {
  page: statement(
    `select ${LISTED} ${FROM} where ${IS_OUTSTANDING} order by i.created_at, i.id limit $1 offset $2`,
    LISTED_COLUMNS,
  ),
  count: statement(`select count(*) as count from invoice as i where ${IS_OUTSTANDING}`, { count: integer }),
};
const OF_STATUS = {
  page: statement(
    `select ${LISTED} ${FROM} where i.status = $1 order by i.created_at desc, i.id desc limit $2 offset $3`,
    LISTED_COLUMNS,
  ),
  count: statement('select count(*) as count from invoice as i where i.status = $1', { count: integer }),
};

const AGES = statement(
  `select i.status, count(*) as count,
     extract(epoch from $1::timestamptz - min(coalesce(i.cancel_requested_at, i.created_at)))::float8 as seconds
   from invoice as i where ${IS_OUTSTANDING} group by i.status`,
  { status: oneOf(INVOICE_STATUSES), count: integer, seconds: float },
);
