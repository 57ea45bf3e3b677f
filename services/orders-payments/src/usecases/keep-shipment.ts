import { ShipmentChanged } from '@estampa/contracts/fulfillment/v1/events';
import type { Context } from '../context.ts';
import { isOurs, lockOrder, partsOf } from '../db/order-parts.ts';
import { orderChanged } from './order-changed.ts';

type Raw = { shipment: Record<string, unknown> };

/** Keeps a shipment as it was told, with members that this version does not know yet. */
export async function keepShipment(context: Context, payload: string): Promise<void> {
  const raw = JSON.parse(payload) as Raw;
  const { orderId, shipment, version } = ShipmentChanged.fromJSON(raw);
  if (!shipment || !(await isOurs(context.em, orderId))) return;
  const order = await lockOrder(context.em, orderId);
  if (order.shipmentVersion >= version) return;

  context.em.assign(order, { shipment: raw.shipment, shipmentVersion: version });
  orderChanged(context.em, 'order_shipment_changed', await partsOf(context.em, order), context.now());
}
