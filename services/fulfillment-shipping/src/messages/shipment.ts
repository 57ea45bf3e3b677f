import { ShipmentChanged } from '@estampa/contracts/fulfillment/v1/events';
import type { Shipment as ShipmentMessage } from '@estampa/contracts/orders/v1/shipment';
import type { AllFields } from '@estampa/kernel/all-fields';
import { appendEvent } from '@estampa/kit/events/outbox';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Shipment, ShipmentStatus } from '../domain/shipment.ts';

export const shipmentMessage = (shipment: Shipment): AllFields<ShipmentMessage> => ({
  id: shipment.id,
  provider: shipment.provider,
  carrier: shipment.carrier ?? undefined,
  service: shipment.service ?? undefined,
  status: shipment.status,
  trackingCode: shipment.trackingCode ?? undefined,
  trackingUrl: shipment.trackingUrl ?? undefined,
  labelUrl: shipment.labelUrl ?? undefined,
  error: shipment.error ?? undefined,
  postedAt: shipment.postedAt ?? undefined,
  deliveredAt: shipment.deliveredAt ?? undefined,
  lastCheckedAt: shipment.lastCheckedAt ?? undefined,
  createdAt: shipment.createdAt,
});

export type ShipmentEvent = `shipment_${ShipmentStatus | 'created' | 'label_failed' | 'label_retried'}`;

export const publishShipment = (tx: EntityManager, type: ShipmentEvent, shipment: Shipment): void =>
  appendEvent(tx, 'fulfillment.v1', ShipmentChanged, {
    type,
    key: `shipment:${shipment.orderId}`,
    message: { orderId: shipment.orderId, shipment: shipmentMessage(shipment), version: shipment.version },
  });
