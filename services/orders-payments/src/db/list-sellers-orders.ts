import type { Page } from '@estampa/kernel/page';
import { integer, json, nullable, oneOf, text, timestamp } from '@estampa/kit/postgres/columns';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { Earnings } from '@estampa/kernel/money';
import type { EntityManager } from '@mikro-orm/postgresql';
import { FULFILLMENT_STATUSES } from '../domain/fulfillment.ts';
import { PAYMENT_STATUSES } from '../domain/order.ts';
import { type OrderParts, PARTS_COLUMNS, SELLERS_PARTS } from './load-order.ts';

type OfSeller = { sellerProfileId: string; updatedSince: Date | undefined };

/**
 * A page of the orders that a seller's items are in, newest first, or those changed since an instant, the latest change last;
 * each with those items alone, and how many there are.
 */
export async function listSellersOrders(
  em: EntityManager,
  { sellerProfileId, updatedSince }: OfSeller,
  { skip, limit }: Page,
): Promise<{ orders: OrderParts[]; total: number }> {
  const [orders, [counted]] = updatedSince
    ? await pipeline(
        em,
        CHANGED_ORDERS.with(sellerProfileId, updatedSince, limit, skip),
        COUNT_CHANGED_ORDERS.with(sellerProfileId, updatedSince),
      )
    : await pipeline(em, ORDERS.with(sellerProfileId, limit, skip), COUNT_ORDERS.with(sellerProfileId));
  return { orders, total: counted!.count };
}

// Ids of orders grow with time, so the page is cut by an index alone.
export const ORDERS = statement(
  `with page as materialized (
     select distinct order_id as id from order_item where seller_profile_id = $1
     order by order_id desc limit $2 offset $3)
   select ${SELLERS_PARTS} from page join customer_order as o on o.id = page.id order by o.id desc`,
  PARTS_COLUMNS,
);

const COUNT_ORDERS = statement(
  'select count(distinct order_id) as count from order_item where seller_profile_id = $1',
  { count: integer },
);

/** Found from the seller's items or from the latest changes, whichever are fewer. */
const CHANGED = `
  customer_order as o where o.updated_at >= $2
    and exists (select from order_item as i where i.order_id = o.id and i.seller_profile_id = $1)`;

export const CHANGED_ORDERS = statement(
  `with page as materialized (select o.id from ${CHANGED} order by o.updated_at, o.id limit $3 offset $4)
   select ${SELLERS_PARTS} from page join customer_order as o on o.id = page.id order by o.updated_at, o.id`,
  PARTS_COLUMNS,
);

const COUNT_CHANGED_ORDERS = statement(`select count(*) as count from ${CHANGED}`, { count: integer });

const SOLD_ITEM = {
  id: text,
  orderId: text,
  orderNumber: integer,
  quantity: integer,
  unitPriceCents: integer,
  lineTotalCents: integer,
  earnings: json<Earnings>(),
  title: text,
  imageKey: nullable(text),
  paymentStatus: oneOf(PAYMENT_STATUSES),
  fulfillmentStatus: oneOf(FULFILLMENT_STATUSES),
  orderCreatedAt: timestamp,
};
export type SellersItem = { [Name in keyof typeof SOLD_ITEM]: ReturnType<(typeof SOLD_ITEM)[Name]> };

/** A page of a seller's items alone, newest first. */
export async function listSellersItems(
  em: EntityManager,
  sellerProfileId: string,
  { skip, limit }: Page,
): Promise<{ items: SellersItem[]; total: number }> {
  const [items, [counted]] = await pipeline(
    em,
    ITEMS.with(sellerProfileId, limit, skip),
    COUNT_ITEMS.with(sellerProfileId),
  );
  return { items, total: counted!.count };
}

export const ITEMS = statement(
  `with page as materialized (
     select * from order_item where seller_profile_id = $1 order by id desc limit $2 offset $3)
   select i.id, i.order_id as "orderId", o.order_number as "orderNumber", i.quantity,
     i.unit_price_cents as "unitPriceCents", i.line_total_cents as "lineTotalCents", i.earnings, i.title,
     i.image_key as "imageKey", o.payment_status as "paymentStatus", i.fulfillment_status as "fulfillmentStatus",
     o.created_at as "orderCreatedAt"
   from page as i join customer_order as o on o.id = i.order_id order by i.id desc`,
  SOLD_ITEM,
);

const COUNT_ITEMS = statement('select count(*) as count from order_item where seller_profile_id = $1', {
  count: integer,
});
