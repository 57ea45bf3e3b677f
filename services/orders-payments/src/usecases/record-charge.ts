import type { Context } from '../context.ts';
import { lockOrder, partsOf } from '../db/order-parts.ts';
import { PaymentRow } from '../db/payment.entity.ts';
import type { PaymentSnapshot } from '../domain/payment.ts';
import { orderChanged } from './order-changed.ts';
import { keepStray } from './stray-charge.ts';
import { takeCharge } from './take-charge.ts';

/** Writes down the charge that the gateway made for an attempt. */
export async function recordCharge(context: Context, attempt: PaymentRow, charge: PaymentSnapshot): Promise<void> {
  const hasToCancel = await context.em.transactional(async (tx) => {
    const now = context.now();
    const order = await lockOrder(tx, attempt.orderId);
    const payments = await tx.find(PaymentRow, { orderId: order.id }, { refresh: true });
    const payment = payments.find(({ id }) => id === attempt.id)!;
    // The notification of the new charge can be quicker than its answer.
    if (payment.providerPaymentId === charge.paymentId) return false;
    if (payment.providerPaymentId) {
      keepStray(tx, context, order, payments, charge);
      return true;
    }
    takeCharge({ order, payment, payments, now }, charge);
    orderChanged(tx, 'order_payment_started', await partsOf(tx, order), now);
    return payments.some(({ cancelRequestedAt }) => cancelRequestedAt !== null);
  });
  if (hasToCancel) context.wake('continue-payments');
}

/** The gateway will never make this charge; a new attempt is needed. */
export async function recordRefusal(context: Context, attempt: PaymentRow): Promise<void> {
  await context.em.transactional(async (tx) => {
    const order = await lockOrder(tx, attempt.orderId);
    const payment = await tx.findOneOrFail(PaymentRow, attempt.id, { refresh: true });
    if (payment.providerPaymentId) return;
    tx.assign(payment, { status: 'rejected', claimedUntil: null, dueAt: null });
    if (order.currentPaymentId !== payment.id) return;
    orderChanged(tx, 'order_payment_changed', await partsOf(tx, order), context.now());
  });
}
