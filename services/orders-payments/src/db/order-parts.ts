import type { Print } from '../domain/order.ts';
import type { Payment, UnchargedPayment } from '../domain/payment.ts';
import type { PublishedState } from '../domain/published-state.ts';
import { asJson, jsonList, listedAsJson, row, rows, selected } from '@estampa/kit/postgres/rows';
import { type Columns, integer, json, list, nullable, type RowOf } from '@estampa/kit/postgres/columns';
import { isRefundRequested, isRefundUnderWay } from './conditions.ts';
import { order, type OrderRow } from './tables/order.ts';
import { orderItem, type OrderItemRow } from './tables/order-item.ts';
import { payment, paymentRow, unchargedPaymentRow } from './tables/payment.ts';
import { refund, type RefundRow } from './tables/refund.ts';

/** An order as lists and exports show it: what only changes of it need is neither read nor parsed for each of them. */
export type ShownParts = {
  order: RowOf<typeof SHOWN_ORDER>;
  items: ShownItem[];
  payment: ShownPayment | null;
  /** What an admin requested to be given back and is not done. */
  refundPendingCents: number;
};
/** Of its print the buyer's words alone; what the artist earns of it is shown with single orders. */
export type ShownItem = RowOf<typeof SHOWN_ITEM> & Partial<Pick<OrderItemRow, 'earnings'>>;
export type ShownPayment = RowOf<typeof SHOWN_PAYMENT>;

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

const {
  isDisputed: _isDisputed,
  isClosing: _isClosing,
  currentPaymentId: _currentPaymentId,
  version: _version,
  shipmentVersion: _shipmentVersion,
  ...SHOWN_ORDER
} = order.columns;
const {
  line: _line,
  sellerProductVariantId: _sellerProductVariantId,
  fulfillmentVersion: _fulfillmentVersion,
  earnings: _earnings,
  print: _print,
  ...OF_SHOWN_ITEM
} = orderItem.columns;
/** Of a print, most of which is where it lies, the words of the buyer: how it is read, and selected of an item `i`. */
export const words = nullable(json<Pick<Print, 'text'>>());
export const SELECTED_WORDS = `
  case when i.print -> 'text' is not null then jsonb_build_object('text', i.print -> 'text') end as print`;
const SHOWN_ITEM = { ...OF_SHOWN_ITEM, print: words };
const SHOWN_PAYMENT = payment.pick(
  'id',
  'provider',
  'preferenceId',
  'providerPaymentId',
  'status',
  'amountCents',
  'paidCents',
  'paidAt',
  'createdAt',
  'initPoint',
  'sandboxInitPoint',
);

/** The items of an order `o` that meet a condition, in order. */
const itemsOf = (condition = ''): string => `order_item as i where i.order_id = o.id ${condition} order by i.line`;
const ITEMS = listedAsJson(orderItem.columns, 'i', itemsOf());
const shownItems = (condition = ''): string =>
  jsonList(`select ${selected(OF_SHOWN_ITEM, 'i')}, ${SELECTED_WORDS} from ${itemsOf(condition)}`);

type Selected = { ofOrder: Columns; ofPayment: Columns; items: string };

/** The select list of an order `o` with items, and its current payment. */
const partsWith = ({ ofOrder, ofPayment, items }: Selected): string => `
  ${asJson(ofOrder, 'o')} as "order", ${items} as items,
  (select ${asJson(ofPayment, 'p')} from payment as p where p.id = o.current_payment_id) as payment,
  (select coalesce(sum(r.amount_cents), 0)::int from refund as r
   where r.order_id = o.id and r.payment_id = o.current_payment_id and ${isRefundRequested('r')}
     and ${isRefundUnderWay('r')}) as "refundPendingCents"`;

const shownWith = (items: string): string => partsWith({ ofOrder: SHOWN_ORDER, ofPayment: SHOWN_PAYMENT, items });
export const SHOWN = shownWith(shownItems());
/** With the items of one seller (`$1`) only. */
export const SELLERS_SHOWN = shownWith(shownItems('and i.seller_profile_id = $1'));
export const SHOWN_COLUMNS = {
  order: row(SHOWN_ORDER),
  items: rows(SHOWN_ITEM),
  payment: nullable(row(SHOWN_PAYMENT)),
  refundPendingCents: integer,
};

export const PARTS = partsWith({ ofOrder: order.columns, ofPayment: payment.columns, items: ITEMS });
export const PARTS_COLUMNS = {
  order: row(order.columns),
  items: rows(orderItem.columns),
  payment: nullable(paymentRow),
  refundPendingCents: integer,
};

// A type error here means that a complete order cannot be shown as those of lists are.
null as unknown as OrderParts satisfies ShownParts;

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
