import { newId } from '@estampa/kernel/ids';
import { uuid } from '@estampa/kit/postgres/columns';
import { listedAsJson, rows, toRecords } from '@estampa/kit/postgres/rows';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Transfer } from '../domain/transfer.ts';
import { ledgerTransfer, type LedgerTransferRow } from './tables/ledger-transfer.ts';
import { payoutItem } from './tables/payout-item.ts';
import { soldItem } from './tables/sold-item.ts';

/** Transfers between accounts. */
export const ledgerTransfers = {
  /** Posts transactions, none of which may be empty, with the time at which what each is about happened; all rows go out with the commit, in one statement. */
  post(
    tx: EntityManager,
    transactions: readonly (readonly Transfer[])[],
    postedAt: Date,
    occurredAt: readonly (Date | null)[] = [],
  ): void {
    const posted = transactions.flatMap((transfers, index): LedgerTransferRow[] => {
      const common = { transactionId: newId(), postedAt, occurredAt: occurredAt[index] ?? null };
      return transfers.map((transfer, place) => ({ ...transfer, ...common, line: place + 1 }));
    });
    if (posted.length > 0) INSERT.onCommit(tx, [toRecords(posted)]);
  },

  /** What is known of the orders of these items, and what was posted of them but payouts. Whoever posts has the locks of the orders. */
  findOrdersOfItems: (tx: EntityManager, orderItemIds: readonly string[]) => OF_ITEMS.all(tx, [orderItemIds]),

  /** The same of orders by their ids. */
  findOrders: (tx: EntityManager, orderIds: readonly string[]) => OF_IDS.all(tx, [orderIds]),

  /** All of an order, in the order in which they were posted. */
  findOfOrder: (em: EntityManager, orderId: string) => OF_ORDER.all(em, [orderId]),

  /** The paid entries of orders by their ids, and what was posted of them; for whoever has the locks of their sellers. */
  findPayouts: (tx: EntityManager, orderIds: readonly string[]) => PAYOUTS.all(tx, [orderIds]),
};

const OF_ORDER = ledgerTransfer.select('t', 'where t.order_id = $1 order by t.posted_at, t.transaction_id, t.line');
const INSERT = statement(ledgerTransfer.insertRecords('$1'), {});

const SOLD = soldItem.pick(
  'orderItemId',
  'orderVersion',
  'wasApproved',
  'paymentStatus',
  'isDisputed',
  'isRefundUnderWay',
  'itemStatus',
  'sale',
  'orderTotalCents',
  'orderRefundedCents',
  'orderFeeCents',
  'totalsVersion',
);
const { transactionId: _id, line: _line, postedAt: _at, occurredAt: _occurred, ...TRANSFER } = ledgerTransfer.columns;

/** Each order of a query that gives `order_id`, with its sold items and what was posted of it beside payouts. */
export const ordersOf = (orders: string) =>
  statement(
    `select o.order_id as "orderId",
       ${listedAsJson(SOLD, 's', 'sold_item as s where s.order_id = o.order_id and s.was_approved order by s.order_item_id')} as items,
       ${listedAsJson(TRANSFER, 't', 'ledger_transfer as t where t.order_id = o.order_id and t.payout_id is null')} as transfers
     from (${orders}) as o order by o.order_id`,
    { orderId: uuid, items: rows(SOLD), transfers: rows(TRANSFER) },
  );

const OF_ITEMS = ordersOf('select distinct order_id from sold_item where order_item_id = any($1::uuid[])');
const OF_IDS = ordersOf('select distinct order_id from unnest($1::uuid[]) as given (order_id)');
export type PostedOrder = ReturnType<ReturnType<typeof OF_IDS.with>['decode']>;

const PAID = payoutItem.pick('amountCents', 'orderId', 'orderItemId', 'sellerProfileId', 'payoutId');
const PAYOUTS = statement(
  `select o.order_id as "orderId",
     ${listedAsJson(PAID, 'i', 'payout_item as i where i.order_id = o.order_id and i.paid_at is not null')} as entries,
     ${listedAsJson(TRANSFER, 't', 'ledger_transfer as t where t.order_id = o.order_id and t.payout_id is not null')} as transfers
   from unnest($1::uuid[]) as o (order_id)`,
  { orderId: uuid, entries: rows(PAID), transfers: rows(TRANSFER) },
);
