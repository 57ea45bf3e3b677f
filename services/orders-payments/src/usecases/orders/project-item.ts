import type { ItemChanged } from '@estampa/contracts/fulfillment/v1/events';
import type { Context } from '../../context.ts';
import { orders } from '../../db/order-repository.ts';
import { FULFILLMENT_STATUSES, orderProgress } from '../../domain/fulfillment.ts';
import { orderChanged } from './order-changed.ts';

/** Copies an item's progress into the order and derives that of the order. */
export async function projectItem(context: Context, { item, version }: ItemChanged): Promise<void> {
  const locked = item && (await orders.lock(context.em, item.orderId));
  const row = locked?.items.find(({ id }) => id === item?.id);
  if (!locked || !row || row.fulfillmentVersion >= version) return;

  const status = FULFILLMENT_STATUSES.find((candidate) => candidate === item.fulfillmentStatus);
  if (!status) throw new Error(`an item cannot be ${item.fulfillmentStatus}`);
  Object.assign(row, {
    fulfillmentStatus: status,
    fulfillmentVersion: version,
    trackingCode: item.trackingCode ?? null,
    shippedAt: item.shippedAt ?? null,
    deliveredAt: item.deliveredAt ?? null,
  });
  Object.assign(locked.order, orderProgress(locked.order, locked.items, context.now()));
  const order = orderChanged(context.em, 'order_fulfillment_changed', locked, context.now());
  await orders.saveNow(context.em, { order, items: [row] });
}
