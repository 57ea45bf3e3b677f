import { OrderChanged } from '@estampa/contracts/orders/v1/events';
import { type Order, Shipment } from '@estampa/contracts/orders/v1/orders';
import { announce } from '@estampa/kit/outbox';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { OrderRow } from '../db/order.entity.ts';
import type { OrderParts } from '../db/order-parts.ts';
import { isPayable } from '../domain/order.ts';
import { orderItemMessage } from './order-item.ts';
import { paymentMessage } from './payment.ts';

/** An order as other services see it. What sellers earn is not for buyers. */
export function orderMessage({ order, items, payment }: OrderParts, withEarnings: boolean): Order {
  const link = isPayable(order) ? payment : null;
  return {
    id: order.id,
    orderNumber: order.orderNumber,
    userId: order.userId,
    email: order.email,
    fullName: order.fullName,
    phone: order.phone ?? undefined,
    shipping: order.shipping,
    paymentStatus: order.paymentStatus,
    fulfillmentStatus: order.fulfillmentStatus,
    subtotalCents: order.subtotalCents,
    shippingCents: order.shippingCents,
    discountCents: order.discountCents,
    totalCents: order.totalCents,
    totalRefundedCents: order.totalRefundedCents,
    items: items.map((item) => orderItemMessage(item, withEarnings)),
    payment: payment ? paymentMessage(payment) : undefined,
    shipment: shipmentMessage(order),
    initPoint: link?.initPoint ?? undefined,
    sandboxInitPoint: link?.sandboxInitPoint ?? undefined,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    paidAt: order.paidAt ?? undefined,
    shippedAt: order.shippedAt ?? undefined,
    deliveredAt: order.deliveredAt ?? undefined,
    shippingMethodId: order.shippingMethodId ?? undefined,
    carrier: order.carrier ?? undefined,
    serviceCode: order.serviceCode ?? undefined,
  };
}

const shipmentMessage = ({ shipment }: OrderRow): Shipment | undefined =>
  shipment ? Shipment.fromJSON(shipment) : undefined;

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

export const announceOrder = (tx: EntityManager, type: OrderEvent, parts: OrderParts): void =>
  announce(tx, 'orders.v1', OrderChanged, {
    type,
    key: `order:${parts.order.id}`,
    message: { order: orderMessage(parts, true), version: parts.order.version },
  });
