import { notFound } from '@estampa/kernel/errors';
import { isUuid, newId } from '@estampa/kernel/ids';
import { mustBeUser } from '@estampa/kit/rpc/caller';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import type { Attempt } from '../../db/order-parts.ts';
import { orders } from '../../db/order-repository.ts';
import { payments } from '../../db/payment-repository.ts';
import { paymentRequests } from '../../db/payment-request-repository.ts';
import { newAttempt } from '../../domain/new-attempt.ts';
import { decisionOn } from '../../domain/order-requests.ts';
import { type ChargedPayment, isUnfinished } from '../../domain/payment.ts';
import { nextAttempt } from '../../domain/stray-charge.ts';
import { orderChanged } from '../orders/order-changed.ts';
import { attemptSettings } from './attempt-settings.ts';
import { continueAttempt, paymentRejected, type Progress, requestLimits } from './continue-attempt.ts';
import { respondBy } from './request-limits.ts';

/** A new payment for an order that is not paid yet. An attempt that never got its charge is continued instead. */
export async function payOrder(context: Context, { orderId }: { orderId: string }): Promise<ChargedPayment> {
  const limits = requestLimits(context, respondBy(context));
  if (!isUuid(orderId)) throw notFound('order', orderId);
  const begun =
    (await begunBefore(context)) ??
    (await context.em.transactional((tx) => chooseAttempt(tx, context, orderId))) ??
    (await begunBefore(context))!;
  const attempt = await continueAttempt(context, begun.progress, limits);
  if (begun.isRepeated) context.call.replayed = attempt === null;
  return started(attempt ?? (await payments.find(context.em, begun.paymentId))!);
}

type Begun = { paymentId: string; progress: Progress; isRepeated: boolean };

const goingOn = (paymentId: string, { isRepeated }: { isRepeated: boolean }): Begun => ({
  paymentId,
  progress: { step: 'stored', paymentId },
  isRepeated,
});

/** What a request with the same key began; null if there was none. */
async function begunBefore(context: Context): Promise<Begun | null> {
  const paymentId = await paymentRequests.findPayment(context.em, context.call);
  if (!paymentId) return null;
  mustBeUser(context.caller, (await payments.find(context.em, paymentId))!.order.userId);
  return goingOn(paymentId, { isRepeated: true });
}

/** Null if another request with the same key was first. */
async function chooseAttempt(tx: EntityManager, context: Context, orderId: string): Promise<Begun | null> {
  const locked = await orders.lock(tx, orderId);
  if (!locked) throw notFound('order', orderId);
  const { order } = locked;
  mustBeUser(context.caller, order.userId);
  // Re-read under the lock: a repeated request must not be rejected because of what it did before.
  if (await paymentRequests.findPayment(tx, context.call)) return null;
  decisionOn(order, 'pay');
  const last = locked.payments.at(-1);
  const isContinued = last && isUnfinished(last);
  const id = isContinued ? last.id : newId();
  if (!(await paymentRequests.insert(tx, context.call, id))) return null;
  if (isContinued) return goingOn(id, { isRepeated: false });

  const payment = newAttempt(attemptSettings(context), order, { id, attempt: nextAttempt(locked.payments) });
  orders.save(tx, { order: orderChanged(tx, null, locked, context.now()), payments: [payment] });
  return { paymentId: id, progress: { step: 'claimed', attempt: { order, payment } }, isRepeated: false };
}

/** Without a charge there is nothing to return: the provider rejected it, or the order was closed or paid in another way. */
function started({ order, payment }: Attempt): ChargedPayment {
  if (payment.initPoint && payment.cancelRequestedAt === null) return payment;
  decisionOn(order, 'pay');
  // The attempt was replaced, but a repeated request gets the same response.
  if (payment.initPoint) return payment;
  throw paymentRejected();
}
