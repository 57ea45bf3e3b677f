import { isUuid } from '@estampa/kernel/ids';
import { notFound } from '@estampa/kernel/errors';
import type { Context } from '../context.ts';
import { items } from '../db/item-repository.ts';
import { soldOrders } from '../db/sold-order-repository.ts';

/** An order is published when it is paid: before that, it is fetched from orders-payments, and its next event counts more. */
const REQUESTED_FOR = 0;

/** Makes sure that an item that was sold is stored here, paid or not. */
export async function knowItem({ em, orders }: Pick<Context, 'em' | 'orders'>, itemId: string): Promise<void> {
  if (!isUuid(itemId)) throw notFound('order item', itemId);
  if (await items.has(em, itemId)) return;
  const { item } = await orders.getOrderItem({ id: itemId });
  const { order } = await orders.getOrder({ id: item!.orderId });
  await soldOrders.save(em, { ...order!, isDisputed: false, isRefundUnderWay: false }, REQUESTED_FOR);
}
