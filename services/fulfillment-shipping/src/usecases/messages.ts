import { ItemChanged, ShipmentChanged } from '@estampa/contracts/fulfillment/v1/events';
import type { Item as ItemMessage } from '@estampa/contracts/fulfillment/v1/fulfillment';
import type { Shipment as ShipmentMessage } from '@estampa/contracts/orders/v1/orders';
import { announce } from '@estampa/kit/outbox';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Item } from '../domain/item.ts';
import type { Shipment, ShipmentStatus } from '../domain/shipment.ts';

export const itemMessage = (item: Item): ItemMessage => ({
  id: item.id,
  orderId: item.orderId,
  fulfillmentStatus: item.fulfillmentStatus,
  trackingCode: item.trackingCode ?? undefined,
  shippedAt: item.shippedAt ?? undefined,
  deliveredAt: item.deliveredAt ?? undefined,
  returnedAt: item.returnedAt ?? undefined,
});

const shipmentMessage = (shipment: Shipment): ShipmentMessage => ({
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

const NAMED_AFTER_STATUS = ['shipped', 'delivered', 'returned'];

/** `item_shipped`, `item_delivered`, `item_returned`; any other change is `item_changed`. */
export function announceItem(tx: EntityManager, item: Item, before: Item['fulfillmentStatus']): void {
  const status = item.fulfillmentStatus;
  const type = status !== before && NAMED_AFTER_STATUS.includes(status) ? `item_${status}` : 'item_changed';
  announce(tx, 'fulfillment.v1', ItemChanged, {
    type,
    key: `item:${item.id}`,
    message: { item: itemMessage(item), version: item.version },
  });
}

type ShipmentEvent = `shipment_${ShipmentStatus | 'created' | 'checked' | 'label_failed'}`;

export const announceShipment = (tx: EntityManager, type: ShipmentEvent, shipment: Shipment): void =>
  announce(tx, 'fulfillment.v1', ShipmentChanged, {
    type,
    key: `shipment:${shipment.orderId}`,
    message: { orderId: shipment.orderId, shipment: shipmentMessage(shipment), version: shipment.version },
  });
