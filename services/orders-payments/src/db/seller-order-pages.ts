import { type ListPage, readableOf, TOTAL_COUNTED_MAX } from '@estampa/kernel/page';
import { integer, text } from '@estampa/kit/postgres/columns';
import { type Listed, listedPage } from '@estampa/kit/postgres/paged-list';
import { BEFORE_NEWEST, BEFORE_OLDEST } from '@estampa/kit/postgres/scan';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { SELLERS_SHOWN, SHOWN_COLUMNS, type ShownParts } from './order-parts.ts';
import { sellersSales } from './seller-sale-counts.ts';

type OfSeller = { sellerProfileId: string; updatedSince?: Date | undefined };

/**
 * A page of the orders with a seller's items: newest first, or those changed since a time, the latest change last. Each has this
 * seller's items only.
 */
export function listSellersOrders(
  em: EntityManager,
  { sellerProfileId, updatedSince }: OfSeller,
  page: ListPage,
): Promise<Listed<ShownParts>> {
  const { skip, limit, after } = readableOf(page);
  if (!updatedSince) {
    const { id } = after ?? BEFORE_NEWEST;
    const orders = SELLERS_ORDERS.with(sellerProfileId, limit, skip, id);
    return listedPage(em, page, orders, countOrders(sellerProfileId));
  }
  const { at, id } = after ?? BEFORE_OLDEST;
  const orders = CHANGED_ORDERS.with(sellerProfileId, updatedSince, limit, skip, at, id);
  return listedPage(em, page, orders, COUNT_CHANGED_ORDERS.with(sellerProfileId, updatedSince));
}

const LISTED = { ...SHOWN_COLUMNS, position: text };

// Ids of orders grow with time, so the page comes from an index only.
export const SELLERS_ORDERS = statement(
  `with page as materialized (
     select distinct order_id as id from order_item where seller_profile_id = $1 and order_id < $4::uuid
     order by order_id desc limit $2 offset $3)
   select ${SELLERS_SHOWN}, o.created_at::text || ' ' || o.id as position
   from page join customer_order as o on o.id = page.id order by o.id desc`,
  LISTED,
);

const countOrders = sellersSales('order_id');

/** Found by the seller's items or by the latest changes, whichever are fewer. */
const CHANGED = `
  customer_order as o where o.updated_at >= $2
    and exists (select from order_item as i where i.order_id = o.id and i.seller_profile_id = $1)`;

export const CHANGED_ORDERS = statement(
  `with page as materialized (
     select o.id from ${CHANGED} and (o.updated_at, o.id) > ($5::timestamptz, $6::uuid)
     order by o.updated_at, o.id limit $3 offset $4)
   select ${SELLERS_SHOWN}, o.updated_at::text || ' ' || o.id as position
   from page join customer_order as o on o.id = page.id order by o.updated_at, o.id`,
  LISTED,
);

const COUNT_CHANGED_ORDERS = statement(
  `select count(*) as count from (select from ${CHANGED} limit ${TOTAL_COUNTED_MAX + 1}) as counted`,
  { count: integer },
);
