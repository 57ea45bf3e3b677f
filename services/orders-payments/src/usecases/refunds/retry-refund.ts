import { notFound, wrongState } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import { recordAudit } from '@estampa/kit/service/audit';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import type { LockedOrder } from '../../db/order-parts.ts';
import { orders } from '../../db/order-repository.ts';
import { paymentRequests } from '../../db/payment-request-repository.ts';
import { refunds, type RefundTask } from '../../db/refund-repository.ts';
import type { RefundRow } from '../../db/tables/refund.ts';
import { renewRefund } from '../../domain/end-refund.ts';
import { PaymentAccount } from '../../domain/payment-account.ts';
import { respondBy } from '../checkout/request-limits.ts';
import { continueRefund, finishRefund, requestClaim } from './finish-refund.ts';
import { orderChanged } from '../orders/order-changed.ts';

export type NamedRefund = { orderId: string; refundId: string };

/** Requests a refund again that the provider rejected, or that waits for its next try. */
export async function retryRefund(context: Context, named: NamedRefund): Promise<RefundRow> {
  mustReachAll(context.caller);
  const by = respondBy(context);
  const earlier = await paymentRequests.find(context.em, context.call);
  const task = earlier ? null : await context.em.transactional((tx) => reserveAgain(tx, context, named));
  if (task) return finishRefund(context, task, by);
  const begun = earlier ?? (await paymentRequests.find(context.em, context.call))!;
  context.call.replayed = true;
  return continueRefund(context, begun.refundId!, by);
}

/** Null if another request with the same key was first. */
async function reserveAgain(tx: EntityManager, context: Context, named: NamedRefund): Promise<RefundTask | null> {
  const { locked, refund } = await lockRefund(tx, named);
  // Re-read under the lock: a repeated request must not be rejected because of what it did before.
  if (await paymentRequests.find(tx, context.call)) return null;
  const isRenewed = refund.status === 'failed';
  renewRefund(refund, { ...locked, account: PaymentAccount.ofRefund(locked, refund) });
  if (!(await paymentRequests.insert(tx, context.call, refund.paymentId, refund.id))) return null;
  const order = orderChanged(tx, isRenewed ? 'order_refund_changed' : null, locked, context.now());
  recordAudit(tx, { action: 'refund_retried', subject: `refund:${refund.id}` });
  await orders.saveNow(tx, { order, refunds: [refund] });
  const task = await refunds.claim(tx, refund.id, requestClaim(context));
  if (task) return task;
  throw wrongState('The provider was asked for this refund and did not answer yet: look again in some minutes');
}

export async function lockRefund(
  tx: EntityManager,
  { orderId, refundId }: NamedRefund,
): Promise<{ locked: LockedOrder; refund: RefundRow }> {
  const locked = isUuid(orderId) ? await orders.lock(tx, orderId) : undefined;
  if (!locked) throw notFound('order', orderId);
  const refund = locked.refunds.find(({ id }) => id === refundId);
  if (!refund) throw notFound('refund', refundId);
  return { locked, refund };
}
