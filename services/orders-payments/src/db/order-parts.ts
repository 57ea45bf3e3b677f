import type { Payment, UnchargedPayment } from '../domain/payment.ts';
import type { PublishedState } from '../domain/published-state.ts';
import { asJson, listedAsJson, row, rows } from '@estampa/kit/postgres/rows';
import { integer, list, nullable } from '@estampa/kit/postgres/columns';
import { isRefundRequested, isRefundUnderWay } from './conditions.ts';
import { order, type OrderRow } from './tables/order.ts';
import { orderItem, type OrderItemRow } from './tables/order-item.ts';
import { payment, paymentRow, unchargedPaymentRow } from './tables/payment.ts';
import { refund, type RefundRow } from './tables/refund.ts';

/** An order with everything that is shown with it. */
export type OrderParts = {
  order: OrderRow;
  items: OrderItemRow[];
  payment: Payment | null;
  /** What an admin requested to be given back and is not done. */
  refundPendingCents: number;
};
/** An order whose row is locked, with all its attempts and refunds, oldest first. */
export type LockedOrder = {
  order: OrderRow;
  items: OrderItemRow[];
  payments: Payment[];
  refunds: RefundRow[];
  /** As it was when it was locked. */
  readonly lockedState: PublishedState;
};
/** One attempt to pay an order. */
export type Attempt = { order: OrderRow; payment: Payment };
/** One whose charge is still to be made. */
export type UnchargedAttempt = { order: OrderRow; payment: UnchargedPayment };

const itemsWhere = (condition: string): string =>
  listedAsJson(orderItem.columns, 'i', `order_item as i where i.order_id = o.id ${condition} order by i.line`);
const ITEMS = itemsWhere('');

/** The select list of an order `o` with its items that meet a condition, and its current payment. */
const partsWith = (items: string): string => `
  ${asJson(order.columns, 'o')} as "order", ${items} as items,
  (select ${asJson(payment.columns, 'p')} from payment as p where p.id = o.current_payment_id) as payment,
  (select coalesce(sum(r.amount_cents), 0)::int from refund as r
   where r.order_id = o.id and r.payment_id = o.current_payment_id and ${isRefundRequested('r')}
     and ${isRefundUnderWay('r')}) as "refundPendingCents"`;

export const PARTS = partsWith(ITEMS);
/** With the items of one seller (`$1`) only. */
export const SELLERS_PARTS = partsWith(itemsWhere('and i.seller_profile_id = $1'));
export const PARTS_COLUMNS = {
  order: row(order.columns),
  items: rows(orderItem.columns),
  payment: nullable(paymentRow),
  refundPendingCents: integer,
};

/** The select list of an order `o` with its items, payments `p` and refunds `r`. */
export const LOCKED = `
  ${asJson(order.columns, 'o')} as "order", ${ITEMS} as items,
  ${listedAsJson(payment.columns, 'p', 'p order by p.attempt')} as payments,
  ${listedAsJson(refund.columns, 'r', 'r order by r.id')} as refunds`;
export const LOCKED_COLUMNS = {
  order: row(order.columns),
  items: rows(orderItem.columns),
  payments: list(paymentRow),
  refunds: rows(refund.columns),
};

/** The select list of an order `o` and one of its payments, `p`. */
export const ATTEMPT = `${asJson(order.columns, 'o')} as "order", ${asJson(payment.columns, 'p')} as payment`;
export const ATTEMPT_COLUMNS = { order: row(order.columns), payment: paymentRow };
export const UNCHARGED_COLUMNS = { order: row(order.columns), payment: unchargedPaymentRow };
