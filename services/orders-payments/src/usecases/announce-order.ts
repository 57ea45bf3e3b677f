import { OrderChanged } from '@estampa/contracts/orders/v1/events';
import { announce } from '@estampa/kit/outbox';
import type { EntityManager } from '@mikro-orm/postgresql';
import { orderMessage } from './order-message.ts';
import type { OrderParts } from './order-parts.ts';

export type OrderEvent =
  | 'order_placed'
  | 'order_payment_started'
  | 'order_payment_changed'
  | 'order_approved'
  | 'order_rejected'
  | 'order_refunded'
  | 'order_partially_refunded'
  | 'order_fulfillment_changed'
  | 'order_shipment_changed';

/** Counts a change of an order that is held and tells the other services what happened. */
export function announceChange(tx: EntityManager, type: OrderEvent, parts: OrderParts, now: Date): void {
  const { order } = parts;
  tx.assign(order, { version: order.version + 1, updatedAt: now });
  announceOrder(tx, type, parts);
}

export function announceOrder(tx: EntityManager, type: OrderEvent, parts: OrderParts): void {
  const { id, version } = parts.order;
  announce(tx, 'orders.v1', OrderChanged, {
    type,
    key: `order:${id}`,
    message: { order: orderMessage(parts, true), version },
  });
}
