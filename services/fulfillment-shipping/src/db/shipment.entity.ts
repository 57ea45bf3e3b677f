import { defineEntity, p } from '@mikro-orm/postgresql';
import type { ShipmentStatus } from '../domain/shipment.ts';

const ShipmentSchema = defineEntity({
  name: 'ShipmentRow',
  tableName: 'shipment',
  properties: {
    id: p.uuid().primary(),
    orderId: p.uuid(),
    provider: p.text(),
    carrier: p.text().nullable(),
    service: p.text().nullable(),
    status: p.text().$type<ShipmentStatus>(),
    trackingCode: p.text().nullable(),
    trackingUrl: p.text().nullable(),
    labelUrl: p.text().nullable(),
    error: p.text().nullable(),
    postedAt: p.datetime().nullable(),
    deliveredAt: p.datetime().nullable(),
    lastCheckedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    version: p.integer(),
    labelId: p.text().nullable(),
    cartRequestedAt: p.datetime().nullable(),
    checkoutRequestedAt: p.datetime().nullable(),
    purchasedAt: p.datetime().nullable(),
    generationRequestedAt: p.datetime().nullable(),
    generatedAt: p.datetime().nullable(),
    cancelRequestedAt: p.datetime().nullable(),
    invoiceKey: p.text().nullable(),
    attempts: p.integer(),
    refusals: p.integer(),
    lacksBalance: p.boolean().default(false),
    nextAttemptAt: p.datetime().nullable(),
    claim: p.uuid().nullable(),
    claimedUntil: p.datetime().nullable(),
    nextTrackAt: p.datetime().nullable(),
  },
});

export class ShipmentRow extends ShipmentSchema.class {}
ShipmentSchema.setClass(ShipmentRow);
