import { newId } from '@estampa/kernel/ids';
import type { Context } from '../../context.ts';
import type { Attempt } from '../../db/order-parts.ts';
import { orders } from '../../db/order-repository.ts';
import { payments } from '../../db/payment-repository.ts';
import type { PaymentRow } from '../../db/tables/payment.ts';
import type { Charge } from '../../domain/payment.ts';
import { strayPayment } from '../../domain/stray-charge.ts';
import { takeCharge } from '../../domain/take-charge.ts';

/** Stores the charge that the provider created for an attempt; returns the attempt as it is stored then. */
export async function recordCharge(context: Context, attempt: Attempt, charge: Charge): Promise<Attempt> {
  return (await recordAtOnce(context, attempt, charge)) ?? recordHeld(context, attempt.payment, charge);
}

/** The usual case, without a lock: stores the charge if the order has not changed since its attempt was stored. */
async function recordAtOnce(context: Context, attempt: Attempt, charge: Charge): Promise<Attempt | null> {
  const [order, payment] = [{ ...attempt.order }, { ...attempt.payment }];
  takeCharge({ order, payment, payments: [payment], now: context.now() }, charge);
  return (await payments.saveFirstCharge(context.em, payment)) ? { order, payment } : null;
}

async function recordHeld(context: Context, attempt: PaymentRow, charge: Charge): Promise<Attempt> {
  const held = await context.em.transactional(async (tx) => {
    const now = context.now();
    const locked = (await orders.lock(tx, attempt.orderId))!;
    const { order } = locked;
    const payment = locked.payments.find(({ id }) => id === attempt.id)!;
    const ledger = { order, payment, payments: locked.payments };
    // The webhook of the new charge can be faster than its response.
    if (payment.preferenceId === charge.preferenceId) return ledger;
    if (payment.preferenceId) locked.payments.push(strayPayment({ ...ledger, id: newId(), now }, charge, payment));
    else takeCharge({ ...ledger, now }, charge);
    order.updatedAt = now;
    orders.save(tx, ledger);
    return ledger;
  });
  if (held.payments.some(({ cancelRequestedAt }) => cancelRequestedAt !== null)) context.wake('continue-payments');
  return { order: held.order, payment: held.payment };
}

/** The provider will never create this charge; a new attempt is needed. */
export async function recordRejection(context: Context, attempt: PaymentRow): Promise<void> {
  await context.em.transactional(async (tx) => {
    const locked = (await orders.lock(tx, attempt.orderId))!;
    const { order } = locked;
    const payment = locked.payments.find(({ id }) => id === attempt.id)!;
    if (payment.preferenceId) return;
    Object.assign(payment, { status: 'rejected', claimedUntil: null, dueAt: null });
    order.updatedAt = context.now();
    orders.save(tx, { order, payments: [payment] });
  });
}
