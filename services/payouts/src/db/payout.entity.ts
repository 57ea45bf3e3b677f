import { defineEntity, p } from '@mikro-orm/postgresql';
import type { PayoutStatus } from '../domain/payout.ts';

const PayoutSchema = defineEntity({
  name: 'PayoutRow',
  tableName: 'payout',
  properties: {
    id: p.uuid().primary(),
    sellerProfileId: p.uuid(),
    status: p.text().$type<PayoutStatus>(),
    totalCents: p.bigint('number'),
    itemIds: p.json().$type<string[]>(),
    reference: p.text().nullable(),
    failureReason: p.text().nullable(),
    createdBy: p.text(),
    createdAt: p.datetime(),
    paidAt: p.datetime().nullable(),
    failedAt: p.datetime().nullable(),
    updatedAt: p.datetime(),
    version: p.integer(),
  },
});

export class PayoutRow extends PayoutSchema.class {}
PayoutSchema.setClass(PayoutRow);
