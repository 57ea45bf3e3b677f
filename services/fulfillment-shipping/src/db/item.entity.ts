import { defineEntity, p } from '@mikro-orm/postgresql';
import type { ItemStatus } from '../domain/item.ts';

const ItemSchema = defineEntity({
  name: 'ItemRow',
  tableName: 'item',
  properties: {
    id: p.uuid().primary(),
    orderId: p.uuid(),
    title: p.text(),
    quantity: p.integer(),
    unitPriceCents: p.integer(),
    fulfillmentStatus: p.text().$type<ItemStatus>(),
    trackingCode: p.text().nullable(),
    shippedAt: p.datetime().nullable(),
    deliveredAt: p.datetime().nullable(),
    returnedAt: p.datetime().nullable(),
    version: p.integer(),
  },
});

export class ItemRow extends ItemSchema.class {}
ItemSchema.setClass(ItemRow);
