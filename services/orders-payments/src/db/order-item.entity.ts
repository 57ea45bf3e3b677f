import type { Earnings } from '@estampa/kernel/money';
import { defineEntity, p } from '@mikro-orm/postgresql';
import type { FulfillmentStatus } from '../domain/fulfillment.ts';
import type { OrderItem } from '../domain/order.ts';

const OrderItemSchema = defineEntity({
  name: 'OrderItemRow',
  tableName: 'order_item',
  properties: {
    id: p.uuid().primary(),
    orderId: p.uuid(),
    line: p.integer(),
    sellerProductId: p.uuid(),
    sellerProductVariantId: p.uuid(),
    productVariantId: p.uuid(),
    sellerProfileId: p.uuid(),
    artworkId: p.uuid(),
    quantity: p.integer(),
    unitPriceCents: p.integer(),
    lineTotalCents: p.integer(),
    title: p.text(),
    imageKey: p.text().strictNullable(),
    optionLabel: p.text(),
    variantAssets: p.json<Record<string, string>>(),
    selectedOptions: p.json<Record<string, string>>(),
    sellerName: p.text(),
    sellerSlug: p.text(),
    productTypeName: p.text(),
    productionDays: p.integer(),
    packagingDays: p.integer(),
    earnings: p.json<Earnings>(),
    fulfillmentStatus: p.text().$type<FulfillmentStatus>(),
    fulfillmentVersion: p.integer(),
    trackingCode: p.text().strictNullable(),
    shippedAt: p.datetime().strictNullable(),
    deliveredAt: p.datetime().strictNullable(),
  },
});

export class OrderItemRow extends OrderItemSchema.class {}
OrderItemSchema.setClass(OrderItemRow);

null as unknown as OrderItemRow satisfies OrderItem;
