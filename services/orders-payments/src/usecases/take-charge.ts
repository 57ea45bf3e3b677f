import type { OrderRow } from '../db/order-row.ts';
import type { PaymentRow } from '../db/payment-row.ts';
import { isPayable } from '../domain/order.ts';
import { type Charge, isOpen } from '../domain/payment.ts';
import { nextCheckAt } from '../domain/schedule.ts';

type Subject = { order: OrderRow; payment: PaymentRow; payments: readonly PaymentRow[]; now: Date };

/** Gives a payment the charge that was made for it: from now on the buyer is asked for this one and for no other. */
export function takeCharge({ order, payment, payments, now }: Subject, charge: Charge): void {
  Object.assign(payment, chargeFields(charge), { claimedUntil: null, failures: 0 });
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

/** Marks a payment that must not be paid any more; the background work tells the gateway of its charge. */
export function requestCancel(payment: PaymentRow, now: Date): void {
  if (!isOpen(payment)) return;
  payment.cancelRequestedAt ??= now;
  if (payment.preferenceId) payment.dueAt = now;
  else Object.assign(payment, { status: 'cancelled', dueAt: null });
}
