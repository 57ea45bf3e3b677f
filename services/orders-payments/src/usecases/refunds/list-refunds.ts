import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { type PageRequest, pageOf } from '@estampa/kernel/page';
import { mustBeUser } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { orders } from '../../db/order-repository.ts';
import { refunds } from '../../db/refund-repository.ts';
import type { RefundRow } from '../../db/tables/refund.ts';

/** All refunds of an order, for its buyer and admins. */
export async function listRefunds(
  { em, caller }: Pick<Context, 'em' | 'caller'>,
  { orderId, page }: { orderId: string; page?: PageRequest },
): Promise<{ refunds: RefundRow[]; total: number }> {
  const order = isUuid(orderId) ? await orders.findRow(em, orderId) : undefined;
  if (!order) throw notFound('order', orderId);
  mustBeUser(caller, order.userId);
  return refunds.findPage(em, orderId, pageOf(page));
}
