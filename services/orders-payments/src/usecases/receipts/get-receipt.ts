import { DomainError } from '@estampa/kernel/errors';
import type { Context } from '../../context.ts';
import type { OrderParts } from '../../db/order-parts.ts';
import { orders } from '../../db/order-repository.ts';
import { orderOfReceipt } from '@estampa/kernel/receipt-link';

/** The order that a signed link names. What is wrong with a link is not said. */
export async function getReceipt(
  { em, now, settings: { receipts } }: Pick<Context, 'em' | 'now' | 'settings'>,
  token: string,
): Promise<OrderParts> {
  const id = orderOfReceipt(token, now(), receipts.keys);
  const found = id === null ? undefined : await orders.find(em, id);
  if (!found?.order.paidAt)
    throw new DomainError('not_found', 'not_found', 'This link shows no receipt, or not any more');
  return found;
}
