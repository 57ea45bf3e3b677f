import { asJson, listedAsJson, row, rows, selected } from '@estampa/kit/postgres/rows';
import { integer, nullable, text } from '@estampa/kit/postgres/columns';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ORDER, type OrderRow } from './order-row.ts';
import { ORDER_ITEM, type OrderItemRow } from './order-item-row.ts';
import { PAYMENT, type PaymentRow } from './payment-row.ts';
import { REFUND, type RefundRow } from './refund-row.ts';

/** An order with what is shown with it. */
export type OrderParts = {
  order: OrderRow;
  items: OrderItemRow[];
  payment: PaymentRow | null;
  /** What an admin asked to be given back and is not done. */
  refundPendingCents: number;
};
/** An order whose row is held, with all its attempts and refunds, oldest first. */
export type LockedOrder = { order: OrderRow; items: OrderItemRow[]; payments: PaymentRow[]; refunds: RefundRow[] };
/** One attempt to pay an order. */
export type Attempt = { order: OrderRow; payment: PaymentRow };

const itemsWhere = (condition: string): string =>
  listedAsJson(ORDER_ITEM, 'i', `order_item as i where i.order_id = o.id ${condition} order by i.line`);
const ITEMS = itemsWhere('');

/** The select list of an order `o` with those of its items that meet a condition, and its current payment. */
const partsWith = (items: string): string => `
  ${asJson(ORDER, 'o')} as "order", ${items} as items,
  (select ${asJson(PAYMENT, 'p')} from payment as p where p.id = o.current_payment_id) as payment,
  (select coalesce(sum(r.amount_cents), 0)::int from refund as r
   where r.order_id = o.id and r.payment_id = o.current_payment_id and r.reason in ('refund', 'cancel')
     and r.status in ('requested', 'pending', 'requires_payer_action')) as "refundPendingCents"`;

export const PARTS = partsWith(ITEMS);
/** With the items of one seller alone: `$1`. */
export const SELLERS_PARTS = partsWith(itemsWhere('and i.seller_profile_id = $1'));
export const PARTS_COLUMNS = {
  order: row(ORDER),
  items: rows(ORDER_ITEM),
  payment: nullable(row(PAYMENT)),
  refundPendingCents: integer,
};

/** An order as it is shown. */
export const loadOrder = (em: EntityManager, orderId: string): Promise<OrderParts | undefined> =>
  BY_ID.first(em, [orderId]);

const BY_ID = statement(`select ${PARTS} from customer_order as o where o.id = $1`, PARTS_COLUMNS);

/** The order that a payment is for, as it is shown. */
export const loadOrderOfPayment = (em: EntityManager, paymentId: string): Promise<OrderParts | undefined> =>
  BY_PAYMENT.first(em, [paymentId]);

const BY_PAYMENT = statement(
  `select ${PARTS} from customer_order as o where o.id = (select order_id from payment where id = $1)`,
  PARTS_COLUMNS,
);

/** The order alone. */
export const findOrder = (em: EntityManager, orderId: string): Promise<OrderRow | undefined> =>
  ORDER_ALONE.first(em, [orderId]);

const ORDER_ALONE = statement(`select ${selected(ORDER, 'o')} from customer_order as o where o.id = $1`, ORDER);

export const findItem = (em: EntityManager, itemId: string): Promise<OrderItemRow | undefined> =>
  ITEM.first(em, [itemId]);

const ITEM = statement(`select ${selected(ORDER_ITEM, 'i')} from order_item as i where i.id = $1`, ORDER_ITEM);

export const loadAttempt = (em: EntityManager, paymentId: string): Promise<Attempt | undefined> =>
  ATTEMPT.first(em, [paymentId]);

const ATTEMPT = statement(
  `select ${asJson(ORDER, 'o')} as "order", ${asJson(PAYMENT, 'p')} as payment
   from payment as p join customer_order as o on o.id = p.order_id where p.id = $1`,
  { order: row(ORDER), payment: row(PAYMENT) },
);

/**
 * Holds an order's row and loads all of it. All changes to an order, its items and its payments are made while its row is
 * held; undefined when there is no such order. Two statements, since what one sees was decided before it waited for the row.
 */
export async function lockOrder(tx: EntityManager, orderId: string): Promise<LockedOrder | undefined> {
  const [, [held]] = await pipeline(tx, LOCK.with(orderId), LOCKED.with(orderId));
  return held;
}

/** The order that a charge belongs to, by the charge's own id or else by the name that its attempt gave it. */
export async function lockOrderOfCharge(
  tx: EntityManager,
  provider: string,
  { paymentId, reference }: { paymentId: string; reference: string | null },
): Promise<LockedOrder | undefined> {
  const charge = [provider, paymentId, reference];
  const [, [held]] = await pipeline(tx, LOCK_OF_CHARGE.with(...charge), LOCKED_OF_CHARGE.with(...charge));
  return held;
}

const OF_CHARGE = `(
  select order_id from payment where provider = $1 and provider_payment_id = $2
  union all select order_id from payment where provider = $1 and reference = $3 limit 1)`;

const hold = (orderId: string) =>
  statement(`select id from customer_order where id = ${orderId} for update`, { id: text });

/** Claims change payments and refunds without holding their order, so these are held too. */
const held = (orderId: string) =>
  statement(
    `with p as (select * from payment where order_id = ${orderId} order by attempt for update),
       r as (select * from refund where order_id = ${orderId} order by id for update)
     select ${asJson(ORDER, 'o')} as "order", ${ITEMS} as items,
       ${listedAsJson(PAYMENT, 'p', 'p order by p.attempt')} as payments,
       ${listedAsJson(REFUND, 'r', 'r order by r.id')} as refunds
     from customer_order as o where o.id = ${orderId}`,
    { order: row(ORDER), items: rows(ORDER_ITEM), payments: rows(PAYMENT), refunds: rows(REFUND) },
  );

const [LOCK, LOCKED] = [hold('$1'), held('$1')];
const [LOCK_OF_CHARGE, LOCKED_OF_CHARGE] = [hold(OF_CHARGE), held(OF_CHARGE)];
