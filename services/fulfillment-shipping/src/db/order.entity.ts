import { defineEntity, p } from '@mikro-orm/postgresql';

/** What orders-payments said last of an order; nothing of its buyer. */
const OrderSchema = defineEntity({
  name: 'OrderRow',
  tableName: 'sold_order',
  properties: {
    id: p.uuid().primary(),
    paymentStatus: p.text(),
    isDisputed: p.boolean().default(false),
    isRefundUnderWay: p.boolean().default(false),
    version: p.integer(),
  },
});

export class OrderRow extends OrderSchema.class {}
OrderSchema.setClass(OrderRow);
