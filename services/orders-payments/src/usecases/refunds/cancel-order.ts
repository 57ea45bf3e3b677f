import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { recordAudit } from '@estampa/kit/service/audit';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import type { LockedOrder, OrderParts } from '../../db/order-parts.ts';
import { orders } from '../../db/order-repository.ts';
import { paymentRequests } from '../../db/payment-request-repository.ts';
import type { RefundTask } from '../../db/refund-repository.ts';
import { planCancel } from '../../domain/order-requests.ts';
import { PaymentAccount } from '../../domain/payment-account.ts';
import { requestCancel } from '../../domain/take-charge.ts';
import { respondBy } from '../checkout/request-limits.ts';
import { continueRefund, finishRefund } from './finish-refund.ts';
import { orderChanged } from '../orders/order-changed.ts';
import { beginRefund } from './refund-order.ts';

/**
 * Ends an order. If it is unpaid, its charges are cancelled. If it is paid, everything is refunded, unless a part was refunded
 * before; the order ends when the provider confirms.
 */
export async function cancelOrder(context: Context, orderId: string): Promise<OrderParts> {
  mustReachAll(context.caller);
  const by = respondBy(context);
  if (!isUuid(orderId)) throw notFound('order', orderId);
  const earlier = await paymentRequests.find(context.em, context.call);
  const begun = earlier ? null : await context.em.transactional((tx) => begin(tx, context, orderId));
  if (begun?.refund) await finishRefund(context, begun.refund, by);
  if (begun) context.wake('continue-payments');
  else {
    const { refundId } = earlier ?? (await paymentRequests.find(context.em, context.call))!;
    context.call.replayed = true;
    if (refundId) await continueRefund(context, refundId, by);
  }
  return (await orders.find(context.em, orderId))!;
}

/** Null if another request with the same key was first. */
async function begin(
  tx: EntityManager,
  context: Context,
  orderId: string,
): Promise<{ refund: RefundTask | null } | null> {
  const locked = await orders.lock(tx, orderId);
  if (!locked) throw notFound('order', orderId);
  // Re-read under the lock: a repeated request must not be rejected because of what it did before.
  if (await paymentRequests.find(tx, context.call)) return null;
  const plan = planCancel(locked.order, PaymentAccount.current(locked));
  locked.order.isClosing = plan.kind !== 'end';
  if (plan.kind === 'give_back') {
    const refund = await beginRefund(tx, context, locked, { ...plan, reason: 'cancel' });
    if (refund) auditCancel(tx, orderId);
    return refund && { refund };
  }
  if (!(await paymentRequests.insert(tx, context.call, locked.order.currentPaymentId))) return null;
  if (plan.kind === 'end') endOrder(tx, context, locked, plan.paymentStatus);
  else orders.save(tx, { order: orderChanged(tx, 'order_refund_changed', locked, context.now()) });
  auditCancel(tx, orderId);
  return { refund: null };
}

const auditCancel = (tx: EntityManager, orderId: string): void =>
  recordAudit(tx, { action: 'order_cancelled', subject: `order:${orderId}` });

export function endOrder(
  tx: EntityManager,
  context: Context,
  locked: LockedOrder,
  paymentStatus: 'cancelled' | 'refunded',
): void {
  const { payments } = locked;
  const now = context.now();
  Object.assign(locked.order, { paymentStatus, isDisputed: false });
  for (const payment of payments) requestCancel(payment, now);
  const change = paymentStatus === 'cancelled' ? 'order_cancelled' : 'order_refunded';
  orders.save(tx, { order: orderChanged(tx, change, locked, now), payments });
}
