import { columnNames, takenFrom, toRecord, toRecords } from '@estampa/kit/postgres/rows';
import { boolean, integer, nullable, text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type OrderRow, ORDER, ORDER_CHANGES } from './order-row.ts';
import { ORDER_ITEM, ORDER_ITEM_CHANGES, type OrderItemRow } from './order-item-row.ts';
import { PAYMENT, PAYMENT_CHANGES, type PaymentRow } from './payment-row.ts';
import { REFUND, REFUND_CHANGES, type RefundRow } from './refund-row.ts';

type Changed = {
  order: OrderRow;
  items?: readonly OrderItemRow[];
  payments?: readonly PaymentRow[];
  refunds?: readonly RefundRow[];
};

/** Writes, with the commit, what may have changed of an order that is held; a payment or refund that is new is added. The claim upon a refund is left as it is. */
export const saveOrder = (tx: EntityManager, changed: Changed): void => SAVE.onCommit(tx, valuesOf(changed));

/** The same at once: what comes after it in this transaction sees it. */
export const saveOrderNow = (tx: EntityManager, changed: Changed): Promise<unknown> => SAVE.all(tx, valuesOf(changed));

const valuesOf = ({ order, items = [], payments = [], refunds = [] }: Changed): string[] => [
  toRecord(order),
  toRecords(items),
  toRecords(payments),
  toRecords(refunds),
];

const SAVE = statement(
  `with saved as (
     update customer_order as o set ${takenFrom('changed', ORDER_CHANGES)}
     from jsonb_populate_record(null::customer_order, $1) as changed where o.id = changed.id
   ), moved as (
     update order_item as i set ${takenFrom('changed', ORDER_ITEM_CHANGES)}
     from jsonb_populate_recordset(null::order_item, $2) as changed where i.id = changed.id
   ), given_back as (
     insert into refund (${columnNames(REFUND)})
     select ${columnNames(REFUND)} from jsonb_populate_recordset(null::refund, $4)
     on conflict (id) do update set ${takenFrom('excluded', REFUND_CHANGES)},
       due_at = case when excluded.status in ('done', 'failed') then null else refund.due_at end
   )
   insert into payment (${columnNames(PAYMENT)})
   select ${columnNames(PAYMENT)} from jsonb_populate_recordset(null::payment, $3)
   on conflict (id) do update set ${takenFrom('excluded', PAYMENT_CHANGES)}`,
  {},
);

type PublishedShipment = { orderId: string; shipment: object; version: number; now: Date };

/** The parcel of an order as it was told, unless a newer version is known. */
export const saveShipment = (
  tx: EntityManager,
  { orderId, shipment, version, now }: PublishedShipment,
): Promise<unknown> => SAVE_SHIPMENT.all(tx, [orderId, JSON.stringify(shipment), version, now]);

const SAVE_SHIPMENT = statement(
  `update customer_order set shipment = $2::jsonb, shipment_version = $3, updated_at = $4
   where id = $1 and shipment_version < $3`,
  {},
);

/** An order that is to be stored: the database numbers it. */
export type NewOrder = { order: Omit<OrderRow, 'orderNumber'>; items: readonly OrderItemRow[]; payment: PaymentRow };
/** The client's key, as `payment_request` keeps it. */
export type RequestKey = { scope: string; keyDigest: string; bodyDigest: string };
/** The buyer's record at the gateway as far as it is remembered; nobody but a new buyer can be sure to have none there. */
export type KnownCustomer = { customerId: string | null; told: string | null; isNewBuyer: boolean };

/**
 * Stores an order with its first attempt, tied to the client's key, in one statement that also tells what is known of its
 * buyer. Undefined when another request with the same key was first: then nothing was stored.
 */
export const storeOrder = (
  em: EntityManager,
  { order, items, payment }: NewOrder,
  key: RequestKey | null,
  customerMark: string,
): Promise<({ orderNumber: number } & KnownCustomer) | undefined> =>
  STORE.first(em, [
    toRecord(order),
    toRecords(items),
    toRecord(payment),
    [order.email, order.fullName].join('\n').toLowerCase(),
    key?.scope ?? null,
    key?.keyDigest ?? null,
    key?.bodyDigest ?? null,
    customerMark,
  ]);

const FROZEN = columnNames(ORDER).replace(' order_number,', '');

const STORE = statement(
  `with bound as (
     insert into payment_request (scope, key_digest, body_digest, payment_id)
     select $5::text, $6::text, $7::text, p.id from jsonb_populate_record(null::payment, $3) as p where $6 is not null
     on conflict (scope, key_digest) do nothing returning 1
   ), numbered as materialized (
     select nextval('order_number')::int as number where $6 is null or exists (select from bound)
   ), placed as (
     insert into customer_order (order_number, search_text, ${FROZEN})
     select number, number || e'\\n' || $4::text, ${FROZEN}
     from numbered, jsonb_populate_record(null::customer_order, $1) returning order_number, user_id
   ), sold as (
     insert into order_item (${columnNames(ORDER_ITEM)})
     select ${columnNames(ORDER_ITEM)} from jsonb_populate_recordset(null::order_item, $2)
     where exists (select from placed)
   ), begun as (
     insert into payment (${columnNames(PAYMENT)})
     select ${columnNames(PAYMENT)} from jsonb_populate_record(null::payment, $3) where exists (select from placed)
     returning provider
   )
   select placed.order_number as "orderNumber", c.customer_id as "customerId", c.told,
     not exists (select from customer_order as earlier where earlier.user_id = placed.user_id) as "isNewBuyer"
   from placed cross join begun
   left join gateway_customer as c on c.provider = begun.provider and c.user_id = placed.user_id and c.mark = $8`,
  { orderNumber: integer, customerId: nullable(text), told: nullable(text), isNewBuyer: boolean },
);
