import { columnNames, takenFrom, toRecord, toRecords } from '@estampa/kit/postgres/rows';
import { boolean, nullable, text } from '@estampa/kit/postgres/columns';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import { unlessViolated } from '@estampa/kit/postgres/unless-violated';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Payment, UnchargedPayment } from '../domain/payment.ts';
import { publishedState } from '../domain/published-state.ts';
import { isRefundUnderWay } from './conditions.ts';
import type { KnownCustomer } from './gateway-customer-repository.ts';
import { countOpen } from './open-orders.ts';
import { ORDERS } from './order-pages.ts';
import { LOCKED, LOCKED_COLUMNS, type LockedOrder, type OrderParts, PARTS, PARTS_COLUMNS } from './order-parts.ts';
import type { RequestKey } from './payment-request-repository.ts';
import { listSellersOrders } from './seller-order-pages.ts';
import { gatewayCustomer } from './tables/gateway-customer.ts';
import { type ChangedOrder, order, ORDER_PROGRESS, type OrderRow } from './tables/order.ts';
import { ITEM_PROGRESS, orderItem, type OrderItemRow } from './tables/order-item.ts';
import { payment, PAYMENT_PROGRESS } from './tables/payment.ts';
import { refund, REFUND_PROGRESS, type RefundRow } from './tables/refund.ts';

type Changed = {
  order: ChangedOrder;
  items?: readonly OrderItemRow[];
  payments?: readonly Payment[];
  refunds?: readonly RefundRow[];
};
type PublishedShipment = { orderId: string; shipment: object; version: number; now: Date };

/** An order that is to be stored: the database numbers it. */
export type NewOrder = {
  order: Omit<OrderRow, 'orderNumber'>;
  items: readonly OrderItemRow[];
  payment: UnchargedPayment;
};

/** Orders with their items, payments and refunds. Changing one of these needs the lock of the order, or a claim. */
export const orders = {
  /** The order as it is shown. */
  find: (em: EntityManager, id: string): Promise<OrderParts | undefined> => BY_ID.first(em, [id]),

  /** The order of a payment, as it is shown. */
  findOfPayment: (em: EntityManager, paymentId: string): Promise<OrderParts | undefined> =>
    BY_PAYMENT.first(em, [paymentId]),

  /** The order's own row. */
  findRow: (em: EntityManager, id: string): Promise<OrderRow | undefined> => ROW.first(em, [id]),

  findPage: ORDERS.find,
  findSellersPage: listSellersOrders,
  findOpenCounts: countOpen,

  /**
   * Locks an order's row and loads all of it; undefined for an unknown order. Two statements in one round trip: what a statement
   * sees is fixed before it waits for the lock.
   */
  async lock(tx: EntityManager, id: string): Promise<LockedOrder | undefined> {
    const [, [locked]] = await pipeline(tx, LOCK.row.with(id), LOCK.parts.with(id));
    return locked && { ...locked, lockedState: publishedState(locked) };
  },

  /** Locks the order of a charge, found by the charge's id or else by the reference of its attempt. */
  async lockOfCharge(
    tx: EntityManager,
    provider: string,
    { paymentId, reference }: { paymentId: string; reference: string | null },
  ): Promise<LockedOrder | undefined> {
    const charge = [provider, paymentId, reference];
    const [, [locked]] = await pipeline(tx, LOCK_OF_CHARGE.row.with(...charge), LOCK_OF_CHARGE.parts.with(...charge));
    return locked && { ...locked, lockedState: publishedState(locked) };
  },

  /** Claims the next run of the expiry: true for one replica only, once it is due; the next run is due at `nextAt`. */
  claimExpiry: async (em: EntityManager, now: Date, nextAt: Date): Promise<boolean> =>
    (await CLAIM_EXPIRY.all(em, [now, nextAt])).length > 0,

  /**
   * Stores an order with its first attempt, tied to the client's key, in one statement that also returns the buyer's customer id.
   * Undefined if another request with the same key was first, or its coupon cannot be used any more: then nothing was stored.
   */
  insert: (
    em: EntityManager,
    placed: NewOrder,
    key: RequestKey | null,
    customerMark: string,
  ): Promise<({ orderNumber: number } & KnownCustomer) | undefined> =>
    unlessViolated(
      INSERT[placed.order.coupon ? 'withCoupon' : 'withoutCoupon'].first(em, [
        toRecord(placed.order),
        toRecords(placed.items),
        toRecord(placed.payment),
        [placed.order.email, placed.order.fullName].join('\n').toLowerCase(),
        key?.scope ?? null,
        key?.keyDigest ?? null,
        key?.bodyDigest ?? null,
        customerMark,
      ]),
      // Its coupon was taken before another request with the same key showed.
      'coupon_use_order',
    ),

  /**
   * Writes what may have changed of a locked order, with the commit; inserts new payments and refunds. Claims of refunds are not
   * written.
   */
  save: (tx: EntityManager, changed: Changed): void => SAVE.onCommit(tx, valuesOf(changed)),

  /** Writes the same at once, for later statements of the transaction. */
  async saveNow(tx: EntityManager, changed: Changed): Promise<void> {
    await SAVE.all(tx, valuesOf(changed));
  },

  /** Stores the shipment of an order as it was published, unless a newer version is stored. */
  async saveShipment(em: EntityManager, { orderId, shipment, version, now }: PublishedShipment): Promise<void> {
    await SAVE_SHIPMENT.all(em, [orderId, JSON.stringify(shipment), version, now]);
  },
};

const valuesOf = (changed: Changed): string[] => [
  toRecord(changed.order),
  toRecords(changed.items ?? []),
  toRecords(changed.payments ?? []),
  toRecords(changed.refunds ?? []),
];

const { orderNumber, ...GIVEN } = order.columns;
const GIVEN_NAMES = columnNames(GIVEN);

const ROW = order.select('o', 'where o.id = $1');

const BY_ID = statement(`select ${PARTS} from customer_order as o where o.id = $1`, PARTS_COLUMNS);

const BY_PAYMENT = statement(
  `select ${PARTS} from customer_order as o where o.id = (select order_id from payment where id = $1)`,
  PARTS_COLUMNS,
);

/** Claims change payments and refunds without locking their order, so these rows are locked too. */
const lockOf = (orderId: string) => ({
  row: statement(`select id from customer_order where id = ${orderId} for update`, order.pick('id')),
  parts: statement(
    `with p as (select * from payment where order_id = ${orderId} order by attempt for update),
       r as (select * from refund where order_id = ${orderId} order by id for update)
     select ${LOCKED} from customer_order as o where o.id = ${orderId}`,
    LOCKED_COLUMNS,
  ),
});
const LOCK = lockOf('$1');
const LOCK_OF_CHARGE = lockOf(`(
  select order_id from payment where provider = $1 and provider_payment_id = $2
  union all select order_id from payment where provider = $1 and reference = $3 limit 1)`);

const CLAIM_EXPIRY = statement(
  `update order_expiry set due_at = $2 where due_at <= $1 returning 'taken' as "claimed"`,
  { claimed: text },
);

/** An order with a coupon is stored if that can still be used: then its use is stored with it. */
const insertOf = (coupon: { used: string; isUsed: string }) =>
  statement(
    `with ${coupon.used} bound as (
       insert into payment_request (scope, key_digest, body_digest, payment_id)
       select $5::text, $6::text, $7::text, p.id from jsonb_populate_record(null::payment, $3) as p
       where $6 is not null ${coupon.isUsed}
       on conflict (scope, key_digest) do nothing returning 1
     ), numbered as materialized (
       select nextval('order_number')::int as number
       where ($6 is null or exists (select from bound)) ${coupon.isUsed}
     ), placed as (
       insert into customer_order (order_number, search_text, ${GIVEN_NAMES})
       select number, number || e'\\n' || $4::text, ${GIVEN_NAMES}
       from numbered, jsonb_populate_record(null::customer_order, $1) returning order_number, user_id
     ), sold as (
       ${orderItem.insertRecords('$2')} where exists (select from placed)
     ), begun as (
       ${payment.insertRecord('$3')} where exists (select from placed) returning provider
     )
     select placed.order_number as "orderNumber", c.customer_id as "customerId", c.told,
       not exists (select from customer_order as earlier where earlier.user_id = placed.user_id) as "isNewBuyer"
     from placed cross join begun
     left join gateway_customer as c on c.provider = begun.provider and c.user_id = placed.user_id and c.mark = $8`,
    {
      orderNumber,
      customerId: nullable(gatewayCustomer.columns.customerId),
      told: gatewayCustomer.columns.told,
      isNewBuyer: boolean,
    },
  );

const INSERT = {
  withoutCoupon: insertOf({ used: '', isUsed: '' }),
  withCoupon: insertOf({
    used: `used as materialized (
       select use_coupon(o) as is_used from jsonb_populate_record(null::customer_order, $1) as o
     ),`,
    isUsed: 'and (select is_used from used)',
  }),
};

const SAVE = statement(
  `with saved as (
     update customer_order as o set ${takenFrom('changed', ORDER_PROGRESS)}
     from jsonb_populate_record(null::customer_order, $1) as changed where o.id = changed.id
   ), moved as (
     update order_item as i set ${takenFrom('changed', ITEM_PROGRESS)}
     from jsonb_populate_recordset(null::order_item, $2) as changed where i.id = changed.id
   ), given_back as (
     ${refund.insertRecords('$4')} on conflict (id) do update set ${takenFrom('excluded', REFUND_PROGRESS)},
       due_at = case when ${isRefundUnderWay('excluded')} then refund.due_at end
   )
   ${payment.insertRecords('$3')} on conflict (id) do update set ${takenFrom('excluded', PAYMENT_PROGRESS)}`,
  {},
);

const SAVE_SHIPMENT = statement(
  `update customer_order set shipment = $2::jsonb, shipment_version = $3, updated_at = $4
   where id = $1 and shipment_version < $3`,
  {},
);
