import type { ShipmentChanged } from '@estampa/contracts/fulfillment/v1/events';
import { Shipment } from '@estampa/contracts/orders/v1/orders';
import type { Context } from '../context.ts';
import { isOurs, lockOrder, partsOf } from '../db/order-parts.ts';
import { orderChanged } from './order-changed.ts';

export async function keepShipment(context: Context, { orderId, shipment, version }: ShipmentChanged): Promise<void> {
  if (!shipment || !(await isOurs(context.em, orderId))) return;
  const order = await lockOrder(context.em, orderId);
  if (order.shipmentVersion >= version) return;

  context.em.assign(order, {
    shipment: Shipment.toJSON(shipment) as Record<string, unknown>,
    shipmentVersion: version,
  });
  orderChanged(context.em, 'order_shipment_changed', await partsOf(context.em, order), context.now());
}
