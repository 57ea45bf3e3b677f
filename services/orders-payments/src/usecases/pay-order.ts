import { DomainError, notFound } from '@estampa/kernel/errors';
import { isUuid, newId } from '@estampa/kernel/ids';
import { addRow } from '@estampa/kit/add-row';
import { currentCall } from '@estampa/kit/call';
import { mustBeUser } from '@estampa/kit/caller';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { OrderRow } from '../db/order.entity.ts';
import { lockOrder } from '../db/order-parts.ts';
import { PaymentRow } from '../db/payment.entity.ts';
import { mustBePayable } from '../domain/order.ts';
import { isUnfinished } from '../domain/payment.ts';
import type { Claim } from './claim.ts';
import { answerBy, finishAttempt } from './finish-attempt.ts';
import { newAttempt } from './new-attempt.ts';
import { bindRequest, requestedPayment } from './payment-request.ts';

/** A new payment for an order that is not paid yet. An attempt that never got its charge is continued instead. */
export async function payOrder(context: Context, { orderId }: { orderId: string }): Promise<PaymentRow> {
  const by = answerBy(context);
  const order = isUuid(orderId) ? await context.em.fork().findOne(OrderRow, orderId) : null;
  if (!order) throw notFound('order', orderId);
  mustBeUser(context.caller, order.userId);

  const known = await requestedPayment(context.em);
  if (known) return continuePayment(context, known, by);

  const { paymentId, claim } = await context.em.transactional((tx) => chooseAttempt(tx, context, orderId));
  if (!paymentId) return continuePayment(context, (await requestedPayment(context.em))!, by);
  await finishAttempt(context, paymentId, by, claim && { claim });
  return startedPayment(context, paymentId);
}

async function continuePayment(context: Context, paymentId: string, by: Date): Promise<PaymentRow> {
  currentCall()!.replayed = !(await finishAttempt(context, paymentId, by));
  return startedPayment(context, paymentId);
}

type Choice = { paymentId: string | null; claim?: Claim };

/** No payment id: another request with the same key was first. */
async function chooseAttempt(tx: EntityManager, context: Context, orderId: string): Promise<Choice> {
  const order = await lockOrder(tx, orderId);
  mustBePayable(order);
  const [last] = await tx.find(PaymentRow, { orderId }, { orderBy: { attempt: 'desc' }, limit: 1 });
  const isContinued = last && isUnfinished(last);
  const paymentId = isContinued ? last.id : newId();
  if (!(await bindRequest(tx, paymentId))) return { paymentId: null };
  if (isContinued) return { paymentId };

  addRow(tx, PaymentRow, newAttempt(context, order, { id: paymentId, attempt: (last?.attempt ?? 0) + 1 }));
  return { paymentId, claim: { paymentId, tries: 1 } };
}

/** Without a charge there is nothing to answer: the gateway refused it, or the order was closed meanwhile. */
async function startedPayment(context: Context, paymentId: string): Promise<PaymentRow> {
  const em = context.em.fork();
  const payment = await em.findOneOrFail(PaymentRow, paymentId);
  if (payment.initPoint) return payment;
  mustBePayable(await em.findOneOrFail(OrderRow, payment.orderId));
  throw new DomainError('invalid', 'payment_refused', 'The payment provider does not accept this payment');
}
