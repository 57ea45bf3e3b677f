import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustBeUser } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import type { OrderParts } from '../../db/order-parts.ts';
import { orders } from '../../db/order-repository.ts';

export async function getOrder({ em, caller }: Pick<Context, 'em' | 'caller'>, id: string): Promise<OrderParts> {
  const found = isUuid(id) ? await orders.find(em, id) : undefined;
  if (!found) throw notFound('order', id);
  mustBeUser(caller, found.order.userId);
  return found;
}
