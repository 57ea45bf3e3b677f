import type { ItemChanged } from '@estampa/contracts/fulfillment/v1/events';
import type { Context } from '../context.ts';
import { isOurs, lockOrder, partsOf } from '../db/order-parts.ts';
import { FULFILLMENT_STATUSES, orderProgress } from '../domain/fulfillment.ts';
import { orderChanged } from './order-changed.ts';

/** Copies how far an item is into the order and derives how far the whole order is. */
export async function keepItem(context: Context, { item, version }: ItemChanged): Promise<void> {
  if (!item || !(await isOurs(context.em, item.orderId))) return;
  const order = await lockOrder(context.em, item.orderId);
  const parts = await partsOf(context.em, order);
  const row = parts.items.find(({ id }) => id === item.id);
  if (!row || row.fulfillmentVersion >= version) return;

  const status = FULFILLMENT_STATUSES.find((candidate) => candidate === item.fulfillmentStatus);
  if (!status) throw new Error(`an item cannot be ${item.fulfillmentStatus}`);
  context.em.assign(row, {
    fulfillmentStatus: status,
    fulfillmentVersion: version,
    trackingCode: item.trackingCode ?? null,
    shippedAt: item.shippedAt ?? null,
    deliveredAt: item.deliveredAt ?? null,
  });
  context.em.assign(order, orderProgress(order, parts.items, context.now()));
  orderChanged(context.em, 'order_fulfillment_changed', parts, context.now());
}
