import type { Earnings } from '@estampa/kernel/money';
import { integer, json, key, nullable, oneOf, type RowOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import { FULFILLMENT_STATUSES } from '../../domain/fulfillment.ts';
import type { OrderItem, Print, SoldSurface } from '../../domain/order.ts';

/** Columns that are saved with the lock of the order; all others are frozen at checkout. */
export const ITEM_PROGRESS = {
  fulfillmentStatus: oneOf(FULFILLMENT_STATUSES),
  fulfillmentVersion: integer,
  trackingCode: nullable(text),
  shippedAt: nullable(timestamp),
  deliveredAt: nullable(timestamp),
};

export const orderItem = table('order_item', {
  id: key(uuid),
  orderId: uuid,
  line: integer,
  sellerProductId: uuid,
  sellerProductVariantId: uuid,
  productVariantId: uuid,
  sellerProfileId: uuid,
  artworkId: uuid,
  quantity: integer,
  unitPriceCents: integer,
  lineTotalCents: integer,
  discountCents: integer,
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
  print: nullable(json<Print>()),
  surfaces: nullable(json<readonly SoldSurface[]>()),
  ...ITEM_PROGRESS,
});

export type OrderItemRow = RowOf<typeof orderItem.columns>;

null as unknown as OrderItemRow satisfies OrderItem;
