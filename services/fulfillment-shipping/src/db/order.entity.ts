import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Recipient } from '../domain/label-request.ts';

/** What orders-payments said last of an order. The buyer's document is not part of it. */
const OrderSchema = defineEntity({
  name: 'OrderRow',
  tableName: 'sold_order',
  properties: {
    id: p.uuid().primary(),
    userId: p.text(),
    paymentStatus: p.text(),
    recipient: p.json().$type<Recipient>(),
    version: p.integer(),
  },
});

export class OrderRow extends OrderSchema.class {}
OrderSchema.setClass(OrderRow);
