import { boolean, nullable, statement, text } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

/** What is kept of an order; nothing of its buyer. */
export type SoldOrder = {
  id: string;
  paymentStatus: string;
  isDisputed: boolean;
  isRefundUnderWay: boolean;
  items: readonly { id: string; title: string; quantity: number; unitPriceCents: number }[];
};

/** Keeps an order and its items, and tells whether it has a parcel; undefined when a newer version is known already. */
export const projectSoldOrder = (
  em: EntityManager,
  { id, paymentStatus, isDisputed, isRefundUnderWay, items }: SoldOrder,
  version: number,
): Promise<{ shipmentId: string | null } | undefined> => {
  const sold = items.map(({ unitPriceCents: unit_price_cents, ...item }) => ({ ...item, unit_price_cents }));
  return KEEP.first(em, [id, paymentStatus, version, JSON.stringify(sold), isDisputed, isRefundUnderWay]);
};

const KEEP = statement(
  `with kept as (
     insert into sold_order (id, payment_status, version, is_disputed, is_refund_under_way) values ($1, $2, $3, $5, $6)
     on conflict (id) do update set payment_status = excluded.payment_status, version = excluded.version,
       is_disputed = excluded.is_disputed, is_refund_under_way = excluded.is_refund_under_way
     where sold_order.version < excluded.version returning id
   ), added as (
     insert into item (id, order_id, title, quantity, unit_price_cents)
     select sold.id, kept.id, title, quantity, unit_price_cents
     from kept, jsonb_to_recordset($4::jsonb) as sold (id uuid, title text, quantity int, unit_price_cents int)
     order by sold.id on conflict (id) do nothing
   )
   select shipment.id as "shipmentId" from kept left join shipment on shipment.order_id = kept.id`,
  { shipmentId: nullable(text) },
);

export const isKnownItem = async (em: EntityManager, itemId: string): Promise<boolean> =>
  (await KNOWN.first(em, [itemId]))!.isKnown;

export const isKnownOrder = async (em: EntityManager, orderId: string): Promise<boolean> =>
  (await KNOWN_ORDER.first(em, [orderId]))!.isKnown;

const KNOWN_ORDER = statement('select exists (select from sold_order where id = $1) as "isKnown"', {
  isKnown: boolean,
});

const KNOWN = statement('select exists (select from item where id = $1) as "isKnown"', { isKnown: boolean });
