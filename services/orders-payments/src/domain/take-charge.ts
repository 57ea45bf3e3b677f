import { isPayable, type Order } from './order.ts';
import { type Charge, isOpen, type Payment } from './payment.ts';
import { nextCheckAt } from './schedule.ts';

type Subject = { order: Order; payment: Payment; payments: readonly Payment[]; now: Date };

/** Records the charge of a payment: from now on the buyer pays this one and no other. */
export function takeCharge({ order, payment, payments, now }: Subject, charge: Charge): void {
  Object.assign(payment, chargeFields(charge), { claimedUntil: null, failures: 0 });
  // The attempt was ended before its charge was known.
  if (payment.status === 'cancelled') payment.status = 'pending';
  if (!isPayable(order) || payment.cancelRequestedAt) return requestCancel(payment, now);

  for (const other of payments) if (other !== payment) requestCancel(other, now);
  order.currentPaymentId = payment.id;
  payment.dueAt = nextCheckAt(payment.createdAt, now);
}

export const chargeFields = (charge: Charge) => ({
  preferenceId: charge.preferenceId,
  providerPaymentId: charge.paymentId,
  initPoint: charge.initPoint,
  sandboxInitPoint: charge.sandboxInitPoint,
});

/** Marks a payment that must no longer be paid; the background job cancels its charge at the provider. */
export function requestCancel(payment: Payment, now: Date): void {
  if (!isOpen(payment)) return;
  payment.cancelRequestedAt ??= now;
  if (payment.preferenceId) payment.dueAt = now;
  else if (payment.status === 'rejected') Object.assign(payment, { status: 'cancelled', dueAt: null });
  // Its charge may be about to be created: it is searched when the claim has ended.
  else payment.dueAt = payment.claimedUntil && payment.claimedUntil > now ? payment.claimedUntil : now;
}
