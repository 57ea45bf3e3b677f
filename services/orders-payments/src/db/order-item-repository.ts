import { type ListPage, readableOf } from '@estampa/kernel/page';
import { selected } from '@estampa/kit/postgres/rows';
import { type RowOf, text } from '@estampa/kit/postgres/columns';
import { type Listed, listedPage } from '@estampa/kit/postgres/paged-list';
import { BEFORE_NEWEST } from '@estampa/kit/postgres/scan';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { SELECTED_WORDS, words } from './order-parts.ts';
import { sellersSales } from './seller-sale-counts.ts';
import { order } from './tables/order.ts';
import { payment } from './tables/payment.ts';
import { orderItem, type OrderItemRow } from './tables/order-item.ts';

/** Sold items. They are inserted and saved with their order. */
export const orderItems = {
  find: (em: EntityManager, id: string): Promise<OrderItemRow | undefined> => BY_ID.first(em, [id]),

  /** A page of a seller's items, newest first, and their total. */
  findSellersPage(em: EntityManager, sellerProfileId: string, page: ListPage): Promise<Listed<SellersItem>> {
    const { skip, limit, after = BEFORE_NEWEST } = readableOf(page);
    const items = SELLERS_ITEMS.with(sellerProfileId, limit, skip, after.id);
    return listedPage(em, page, items, countItems(sellerProfileId));
  },
};

const OF_ITEM = orderItem.pick(
  'id',
  'orderId',
  'quantity',
  'unitPriceCents',
  'lineTotalCents',
  'discountCents',
  'earnings',
  'title',
  'imageKey',
  'surfaces',
  'fulfillmentStatus',
);
const OF_ORDER = order.pick('orderNumber', 'paymentStatus', 'totalCents', 'coupon');
const OF_PAYMENT = payment.pick('feeCents');
const SELLERS_ITEM = {
  ...OF_ITEM,
  ...OF_ORDER,
  ...OF_PAYMENT,
  print: words,
  orderCreatedAt: order.columns.createdAt,
  position: text,
};
export type SellersItem = RowOf<typeof SELLERS_ITEM>;

const BY_ID = orderItem.select('i', 'where i.id = $1');

export const SELLERS_ITEMS = statement(
  `with page as materialized (
     select id from order_item where seller_profile_id = $1 and id < $4::uuid order by id desc limit $2 offset $3)
   select ${selected(OF_ITEM, 'i')}, ${SELECTED_WORDS}, ${selected(OF_ORDER, 'o')}, o.created_at as "orderCreatedAt",
     (select p.fee_cents from payment as p where p.id = o.current_payment_id) as "feeCents",
     o.created_at::text || ' ' || i.id as position
   from page join order_item as i on i.id = page.id join customer_order as o on o.id = i.order_id order by i.id desc`,
  SELLERS_ITEM,
);

const countItems = sellersSales('id');
