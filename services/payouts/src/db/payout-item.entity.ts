import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Breakdown, PayoutItem } from '../domain/payout-item.ts';
import type { PayoutItemStatus } from '../domain/standing.ts';

const PayoutItemSchema = defineEntity({
  name: 'PayoutItemRow',
  tableName: 'payout_item',
  properties: {
    id: p.uuid().primary(),
    type: p.text().$type<PayoutItem['type']>(),
    orderId: p.uuid(),
    orderNumber: p.integer(),
    orderItemId: p.uuid(),
    sellerProfileId: p.uuid(),
    title: p.text(),
    quantity: p.integer(),
    amountCents: p.bigint('number'),
    status: p.text().$type<PayoutItemStatus>(),
    payoutId: p.uuid().nullable(),
    heldAt: p.datetime().nullable(),
    releasableAt: p.datetime().nullable(),
    reversedAt: p.datetime().nullable(),
    paidAt: p.datetime().nullable(),
    breakdown: p.json().$type<Breakdown>(),
    version: p.integer(),
    createdAt: p.datetime(),
  },
});

export class PayoutItemRow extends PayoutItemSchema.class {}
PayoutItemSchema.setClass(PayoutItemRow);
