import type { PostOrderEmailRequest } from '@estampa/contracts/identity/v1/order_email';
import type { AllFields } from '@estampa/kernel/all-fields';
import { erasedEmail } from '@estampa/kernel/deleted-user';
import type { Context } from '../context.ts';
import type { OrderParts } from '../db/order-parts.ts';
import type { MilestoneRow } from '../db/tables/order-milestone.ts';
import { receiptMessage, receiptUrlOf } from './receipt.ts';

/** What the buyer is told of a milestone, as the order is now; null if the account was deleted. */
export function orderEmailMessage(
  context: Pick<Context, 'now' | 'settings'>,
  parts: OrderParts,
  { id, kind, amountCents, reachedAt }: MilestoneRow,
): AllFields<PostOrderEmailRequest> | null {
  const { order } = parts;
  if (order.email === erasedEmail(order.userId)) return null;
  const { items, carrier, trackingCodes, trackingUrl } = receiptMessage(parts);
  return {
    id,
    kind,
    orderId: order.id,
    orderNumber: order.orderNumber,
    recipient: order.email,
    fullName: order.fullName,
    items: items.map(({ title, quantity, lineTotalCents }) => ({ title, quantity, lineTotalCents })),
    amountCents,
    carrier,
    trackingCode: trackingCodes[0],
    trackingUrl,
    receiptUrl: receiptUrlOf(context, order),
    reachedAt,
  };
}
