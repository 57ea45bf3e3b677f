import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustBeUser } from '@estampa/kit/caller';
import type { Context } from '../context.ts';
import { OrderRow } from '../db/order.entity.ts';
import { type OrderParts, partsOf } from '../db/order-parts.ts';

export async function getOrder({ em, caller }: Pick<Context, 'em' | 'caller'>, id: string): Promise<OrderParts> {
  const order = isUuid(id) ? await em.findOne(OrderRow, id) : null;
  if (!order) throw notFound('order', id);
  mustBeUser(caller, order.userId);
  return partsOf(em, order);
}
