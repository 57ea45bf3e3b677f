import { notFound } from '@estampa/kernel/errors';
import { isUuid, newId } from '@estampa/kernel/ids';
import { recordAudit } from '@estampa/kit/service/audit';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import type { LockedOrder } from '../../db/order-parts.ts';
import { orders } from '../../db/order-repository.ts';
import { paymentRequests } from '../../db/payment-request-repository.ts';
import type { RefundTask } from '../../db/refund-repository.ts';
import type { OrderRow } from '../../db/tables/order.ts';
import type { RefundRow } from '../../db/tables/refund.ts';
import { type PlannedRefund, planRefund } from '../../domain/order-requests.ts';
import { PaymentAccount } from '../../domain/payment-account.ts';
import type { RefundLine, RefundReason } from '../../domain/refund.ts';
import { newRefund } from '../../domain/take-snapshot.ts';
import { respondBy } from '../checkout/request-limits.ts';
import { continueRefund, finishRefund, requestClaim } from './finish-refund.ts';
import { orderChanged } from '../orders/order-changed.ts';

export type Refunded = { order: OrderRow; refund: RefundRow };

/**
 * Reserves the amount under the lock of the order before the request to the provider, so concurrent requests never refund too
 * much.
 */
export async function refundOrder(
  context: Context,
  {
    orderId,
    amountCents = null,
    lines,
  }: { orderId: string; amountCents?: number | null | undefined; lines: RefundLine[] },
): Promise<Refunded> {
  mustReachAll(context.caller);
  const by = respondBy(context);
  if (!isUuid(orderId)) throw notFound('order', orderId);
  const earlier = await paymentRequests.find(context.em, context.call);
  const task = earlier
    ? null
    : await context.em.transactional((tx) => reserve(tx, context, orderId, { amountCents, lines }));
  if (task) return refunded(context, await finishRefund(context, task, by));

  const begun = earlier ?? (await paymentRequests.find(context.em, context.call))!;
  context.call.replayed = true;
  return refunded(context, await continueRefund(context, begun.refundId!, by));
}

async function refunded({ em }: Context, refund: RefundRow): Promise<Refunded> {
  return { order: (await orders.findRow(em, refund.orderId))!, refund };
}

/** Null if another request with the same key was first. */
async function reserve(
  tx: EntityManager,
  context: Context,
  orderId: string,
  requested: { amountCents: number | null; lines: RefundLine[] },
): Promise<RefundTask | null> {
  const locked = await orders.lock(tx, orderId);
  if (!locked) throw notFound('order', orderId);
  // Re-read under the lock: a repeated request must not be rejected because of what it did before.
  if (await paymentRequests.find(tx, context.call)) return null;
  const planned = planRefund({ ...locked, account: PaymentAccount.current(locked) }, requested);
  const lines = requested.lines.length > 0 ? requested.lines : null;
  const begun = await beginRefund(tx, context, locked, { ...planned, reason: 'refund', lines });
  const changes = [{ field: 'amountCents', before: null, after: planned.amountCents }];
  if (begun) recordAudit(tx, { action: 'order_refunded', subject: `order:${orderId}`, changes });
  return begun;
}

/** Stores a refund of a locked order, claimed by this request; null if its key has begun something before. */
export async function beginRefund(
  tx: EntityManager,
  context: Context,
  locked: LockedOrder,
  { payment, ...wanted }: PlannedRefund & { reason: RefundReason; lines?: RefundLine[] | null },
): Promise<RefundTask | null> {
  const { refunds } = locked;
  const { now, dueAt, claimEnd: claimedUntil } = requestClaim(context);
  const refund = { ...newRefund(payment, wanted, { id: newId(), dueAt, now }), claimedUntil, tries: 1 };
  if (!(await paymentRequests.insert(tx, context.call, payment.id, refund.id))) return null;
  refunds.push(refund);
  orders.save(tx, { order: orderChanged(tx, 'order_refund_changed', locked, now), refunds: [refund] });
  const others = refunds.filter((one) => one.paymentId === payment.id && one !== refund);
  return { refund, payment, otherIds: others.flatMap(({ providerRefundId }) => providerRefundId ?? []) };
}
