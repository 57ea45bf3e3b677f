import type { OrderChanged } from '@estampa/contracts/orders/v1/events';
import type { Context } from '../context.ts';
import { shipments } from '../db/shipment-repository.ts';
import { soldOrders } from '../db/sold-order-repository.ts';
import { callOff, newShipment } from '../domain/label.ts';
import { isClosed } from '../domain/sold-order.ts';
import { publishShipment } from '../messages/shipment.ts';

/** Stores what an order says; approval makes its shipment, the end of the order cancels the label. */
export async function projectOrder(context: Context, { order, version }: OrderChanged): Promise<void> {
  if (!order) throw new Error('an order event without an order');
  const stored = await soldOrders.save(context.em, order, version);
  if (!stored) return;
  if (order.paymentStatus === 'approved' && !stored.shipmentId) requestLabel(context, order.id);
  if (isClosed(order) && stored.shipmentId) await callOffLabel(context, order.id);
}

function requestLabel({ em: tx, now, aggregator, wake }: Context, orderId: string): void {
  publishShipment(tx, 'shipment_created', shipments.insert(tx, newShipment(orderId, aggregator.name, now())));
  wake('labels');
}

async function callOffLabel({ em: tx, now, wake }: Context, orderId: string): Promise<void> {
  const shipment = await shipments.lockOfOrder(tx, orderId);
  const change = shipment && callOff(shipment, now());
  if (!change) return;
  shipments.save(tx, shipment, change);
  if (change.status) publishShipment(tx, 'shipment_cancelled', shipment);
  if (change.nextAttemptAt) wake('labels');
}
