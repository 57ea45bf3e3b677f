import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Breakdown } from '../domain/payout-item.ts';
import type { ItemStatus, PaymentStatus } from '../domain/standing.ts';

/** Both facts about one sold order item; what its order says is null until the order has been heard. */
const SoldItemSchema = defineEntity({
  name: 'SoldItemRow',
  tableName: 'sold_item',
  properties: {
    orderItemId: p.uuid().primary(),
    orderId: p.uuid(),
    orderVersion: p.integer(),
    paymentStatus: p.text().$type<PaymentStatus>(),
    wasApproved: p.boolean(),
    isDisputed: p.boolean().default(false),
    isRefundUnderWay: p.boolean().default(false),
    sale: p.json().$type<SoldAs | null>().nullable(),
    itemVersion: p.integer(),
    itemStatus: p.text().$type<ItemStatus>(),
  },
});

/** Frozen at checkout. */
export type SoldAs = {
  orderNumber: number;
  sellerProfileId: string;
  title: string;
  quantity: number;
  artistEarningsCents: number;
  /** Of all units, its part of what went back to the buyer; absent where that was not told yet. */
  givenBackCents?: number;
  breakdown: Breakdown;
};

export class SoldItemRow extends SoldItemSchema.class {}
SoldItemSchema.setClass(SoldItemRow);
