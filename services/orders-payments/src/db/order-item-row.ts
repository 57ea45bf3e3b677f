import type { Earnings } from '@estampa/kernel/money';
import { integer, json, nullable, oneOf, type RowOf, text, timestamp } from '@estampa/kit/postgres/columns';
import { FULFILLMENT_STATUSES } from '../domain/fulfillment.ts';
import type { OrderItem, Print } from '../domain/order.ts';

export const ORDER_ITEM = {
  id: text,
  orderId: text,
  line: integer,
  sellerProductId: text,
  sellerProductVariantId: text,
  productVariantId: text,
  sellerProfileId: text,
  artworkId: text,
  quantity: integer,
  unitPriceCents: integer,
  lineTotalCents: integer,
  title: text,
  imageKey: nullable(text),
  optionLabel: text,
  variantAssets: json<Record<string, string>>(),
  selectedOptions: json<Record<string, string>>(),
  sellerName: text,
  sellerSlug: text,
  productTypeName: text,
  productionDays: integer,
  packagingDays: integer,
  earnings: json<Earnings>(),
  print: json<Print | null>(),
  fulfillmentStatus: oneOf(FULFILLMENT_STATUSES),
  fulfillmentVersion: integer,
  trackingCode: nullable(text),
  shippedAt: nullable(timestamp),
  deliveredAt: nullable(timestamp),
};

/** All else is frozen at checkout. */
export const ORDER_ITEM_CHANGES = [
  'fulfillmentStatus',
  'fulfillmentVersion',
  'trackingCode',
  'shippedAt',
  'deliveredAt',
] as const satisfies readonly (keyof OrderItemRow)[];

export type OrderItemRow = RowOf<typeof ORDER_ITEM>;

null as unknown as OrderItemRow satisfies OrderItem;
