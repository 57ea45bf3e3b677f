import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustBeService } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { orders } from '../../db/order-repository.ts';
import type { OrderRow } from '../../db/tables/order.ts';

/** The name and address of an order's parcel. */
export async function getRecipient({ em, caller }: Pick<Context, 'em' | 'caller'>, orderId: string): Promise<OrderRow> {
  mustBeService(caller);
  const order = isUuid(orderId) ? await orders.findRow(em, orderId) : undefined;
  if (!order) throw notFound('order', orderId);
  return order;
}
