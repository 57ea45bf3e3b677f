import { isPayable, type Order } from './order.ts';
import { acceptsMoney, type Charge, type ChargedPayment, type Payment, type UnchargedPayment } from './payment.ts';
import { nextCheckAt } from './schedule.ts';

type Subject = { order: Order; payment: UnchargedPayment; payments: readonly Payment[]; now: Date };

/** Records the charge that was created for a payment: it is the only one of the order that the buyer can pay from now on. */
export function takeCharge({ order, payment: uncharged, payments, now }: Subject, charge: Charge): ChargedPayment {
  const payment = charged(uncharged, charge);
  // Cancelled before its charge was known: the charge can be paid until it is cancelled at the provider.
  if (payment.status === 'cancelled') payment.status = 'pending';
  if (!isPayable(order) || payment.cancelRequestedAt) {
    requestCancel(payment, now);
    return payment;
  }
  for (const other of payments) if (other !== payment) requestCancel(other, now);
  order.currentPaymentId = payment.id;
  payment.dueAt = nextCheckAt(payment.createdAt, now);
  return payment;
}

const charged = (payment: Payment, charge: Charge): ChargedPayment =>
  Object.assign(payment, chargeFields(charge), { claimedUntil: null, failures: 0 });

export const chargeFields = (charge: Charge) => ({
  preferenceId: charge.preferenceId,
  providerPaymentId: charge.paymentId,
  initPoint: charge.initPoint,
  sandboxInitPoint: charge.sandboxInitPoint,
});

/**
 * Marks a payment that must no longer be paid; the background job cancels its charge at the provider, or closes its page. One that is
 * gone is marked too: people can restore it there.
 */
export function requestCancel(payment: Payment, now: Date): void {
  if (payment.paidAt !== null) return;
  payment.cancelRequestedAt ??= now;
  if (!acceptsMoney(payment)) return;
  if (payment.preferenceId !== null) payment.dueAt = now;
  else if (payment.status === 'rejected') Object.assign(payment, { status: 'cancelled', dueAt: null });
  // Its charge may be about to be created: it is searched when the claim has ended.
  else payment.dueAt = payment.claimedUntil && payment.claimedUntil > now ? payment.claimedUntil : now;
}
