import { newId } from '@estampa/kernel/ids';
import type { Context } from '../../context.ts';
import type { Attempt, UnchargedAttempt } from '../../db/order-parts.ts';
import { orders } from '../../db/order-repository.ts';
import { payments } from '../../db/payment-repository.ts';
import type { Charge, UnchargedPayment } from '../../domain/payment.ts';
import { strayPayment } from '../../domain/stray-charge.ts';
import { takeCharge } from '../../domain/take-charge.ts';
import { orderChanged } from '../orders/order-changed.ts';

/** Records the charge that the provider created for an attempt; returns the attempt as it is then. */
export async function recordCharge(context: Context, attempt: UnchargedAttempt, charge: Charge): Promise<Attempt> {
  return (await recordAtOnce(context, attempt, charge)) ?? recordLocked(context, attempt.payment, charge);
}

/** Mostly nothing has happened to the order since its attempt was stored: what was decided then is saved if that is so. */
async function recordAtOnce(context: Context, attempt: UnchargedAttempt, charge: Charge): Promise<Attempt | null> {
  const [order, uncharged] = [{ ...attempt.order }, { ...attempt.payment }];
  const payment = takeCharge({ order, payment: uncharged, payments: [uncharged], now: context.now() }, charge);
  return (await payments.saveFirstCharge(context.em, payment)) ? { order, payment } : null;
}

async function recordLocked(context: Context, attempt: UnchargedPayment, charge: Charge): Promise<Attempt> {
  const recorded = await context.em.transactional(async (tx) => {
    const now = context.now();
    const locked = (await orders.lock(tx, attempt.orderId))!;
    const { order } = locked;
    const payment = locked.payments.find(({ id }) => id === attempt.id)!;
    const ledger = { order, payment, payments: locked.payments };
    // The webhook of the new charge can be faster than its response.
    if (payment.preferenceId === charge.preferenceId) return ledger;
    if (payment.preferenceId === null) takeCharge({ ...ledger, payment, now }, charge);
    else locked.payments.push(strayPayment({ ...ledger, id: newId(), now }, charge, payment));
    orders.save(tx, { payments: locked.payments, order: orderChanged(tx, 'order_payment_started', locked, now) });
    return ledger;
  });
  if (recorded.payments.some(({ cancelRequestedAt }) => cancelRequestedAt !== null)) context.wake('continue-payments');
  return { order: recorded.order, payment: recorded.payment };
}

/** The gateway will never make this charge; a new attempt is needed. */
export async function recordRejection(context: Context, attempt: UnchargedPayment): Promise<void> {
  await context.em.transactional(async (tx) => {
    const locked = (await orders.lock(tx, attempt.orderId))!;
    const payment = locked.payments.find(({ id }) => id === attempt.id)!;
    if (payment.preferenceId !== null) return;
    Object.assign(payment, { status: 'rejected', claimedUntil: null, dueAt: null });
    const order = orderChanged(tx, 'order_payment_changed', locked, context.now());
    orders.save(tx, { order, payments: [payment] });
  });
}
