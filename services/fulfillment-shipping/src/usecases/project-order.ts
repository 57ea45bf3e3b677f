import type { OrderChanged } from '@estampa/contracts/orders/v1/events';
import { addRow } from '@estampa/kit/postgres/add-row';
import { LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { ShipmentRow } from '../db/shipment.entity.ts';
import { projectSoldOrder } from '../db/sold-orders.ts';
import { callOff, newShipment } from '../domain/label.ts';
import { isClosed } from '../domain/sold-order.ts';
import { publishShipment } from '../messages/shipment.ts';

/** Keeps what an order says; approval makes its shipment, the end of the order calls the label off. */
export async function projectOrder(context: Context, { order, version }: OrderChanged): Promise<void> {
  if (!order) throw new Error('an order event without an order');
  const kept = await projectSoldOrder(context.em, order, version);
  if (!kept) return;
  if (order.paymentStatus === 'approved' && !kept.shipmentId) requestLabel(context, order.id);
  if (isClosed(order) && kept.shipmentId) await callOffLabel(context, order.id);
}

function requestLabel({ em: tx, now, aggregator, wake }: Context, orderId: string): void {
  publishShipment(tx, 'shipment_created', addRow(tx, ShipmentRow, newShipment(orderId, aggregator.name, now())));
  wake('labels');
}

async function callOffLabel({ em: tx, now, wake }: Context, orderId: string): Promise<void> {
  const shipment = await tx.findOne(ShipmentRow, { orderId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const change = shipment && callOff(shipment, now());
  if (!change) return;
  tx.assign(shipment, change);
  if (change.status) publishShipment(tx, 'shipment_cancelled', shipment);
  if (change.nextAttemptAt) wake('labels');
}
