import type { ItemChanged, ShipmentChanged } from '@estampa/contracts/fulfillment/v1/events';
import { Shipment } from '@estampa/contracts/orders/v1/orders';
import type { Context } from '../context.ts';
import { FULFILLMENT_STATUSES, orderProgress } from '../domain/fulfillment.ts';
import { announceChange } from './announce-order.ts';
import { lockOrder, partsOf } from './order-parts.ts';

/** Copies how far an item is into the order and derives how far the whole order is. */
export async function keepItem(ctx: Context, { item, version }: ItemChanged): Promise<void> {
  if (!item || !(await isOurs(ctx, item.orderId))) return;
  const order = await lockOrder(ctx.em, item.orderId);
  const parts = await partsOf(ctx.em, order);
  const row = parts.items.find(({ id }) => id === item.id);
  if (!row || row.fulfillmentVersion >= version) return;

  const status = FULFILLMENT_STATUSES.find((candidate) => candidate === item.fulfillmentStatus);
  if (!status) throw new Error(`an item cannot be ${item.fulfillmentStatus}`);
  ctx.em.assign(row, {
    fulfillmentStatus: status,
    fulfillmentVersion: version,
    trackingCode: item.trackingCode ?? null,
    shippedAt: item.shippedAt ?? null,
    deliveredAt: item.deliveredAt ?? null,
  });
  ctx.em.assign(order, orderProgress(order, parts.items, ctx.now()));
  announceChange(ctx.em, 'order_fulfillment_changed', parts, ctx.now());
}

export async function keepShipment(ctx: Context, { orderId, shipment, version }: ShipmentChanged): Promise<void> {
  if (!shipment || !(await isOurs(ctx, orderId))) return;
  const order = await lockOrder(ctx.em, orderId);
  if (order.shipmentVersion >= version) return;

  ctx.em.assign(order, { shipment: Shipment.toJSON(shipment) as Record<string, unknown>, shipmentVersion: version });
  announceChange(ctx.em, 'order_shipment_changed', await partsOf(ctx.em, order), ctx.now());
}

/** Parcels of orders that are not kept here change nothing. */
async function isOurs({ em }: Context, orderId: string): Promise<boolean> {
  return (await em.execute<unknown[]>('select 1 from orders where id = ?', [orderId])).length > 0;
}
