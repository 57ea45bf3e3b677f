import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustBeAdmin, mustBeUser } from '@estampa/kit/caller';
import type { Context } from '../context.ts';
import { OrderRow } from '../db/order.entity.ts';
import { OrderItemRow } from '../db/order-item.entity.ts';
import { type OrderParts, partsOf } from './order-parts.ts';

export async function getOrder({ em, caller }: Pick<Context, 'em' | 'caller'>, id: string): Promise<OrderParts> {
  const order = isUuid(id) ? await em.findOne(OrderRow, id) : null;
  if (!order) throw notFound('order', id);
  mustBeUser(caller, order.userId);
  return partsOf(em, order);
}

export async function getOrderItem({ em, caller }: Pick<Context, 'em' | 'caller'>, id: string): Promise<OrderItemRow> {
  mustBeAdmin(caller);
  const item = isUuid(id) ? await em.findOne(OrderItemRow, id) : null;
  if (!item) throw notFound('order item', id);
  return item;
}
