import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { orderItems } from '../../db/order-item-repository.ts';
import type { OrderItemRow } from '../../db/tables/order-item.ts';

export async function getOrderItem({ em, caller }: Pick<Context, 'em' | 'caller'>, id: string): Promise<OrderItemRow> {
  mustReachAll(caller);
  const item = isUuid(id) ? await orderItems.find(em, id) : undefined;
  if (!item) throw notFound('order item', id);
  return item;
}
