import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/caller';
import type { Context } from '../context.ts';
import { OrderItemRow } from '../db/order-item.entity.ts';

export async function getOrderItem({ em, caller }: Pick<Context, 'em' | 'caller'>, id: string): Promise<OrderItemRow> {
  mustReachAll(caller);
  const item = isUuid(id) ? await em.findOne(OrderItemRow, id) : null;
  if (!item) throw notFound('order item', id);
  return item;
}
