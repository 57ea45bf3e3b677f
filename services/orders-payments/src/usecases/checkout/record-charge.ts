import { newId } from '@estampa/kernel/ids';
import type { Context } from '../../context.ts';
import { type Attempt, lockOrder } from '../../db/load-order.ts';
import type { PaymentRow } from '../../db/tables/payment.ts';
import { saveFirstCharge } from '../../db/save-charge.ts';
import { saveOrder } from '../../db/save-order.ts';
import type { Charge } from '../../domain/payment.ts';
import { strayPayment } from '../../domain/stray-charge.ts';
import { takeCharge } from '../../domain/take-charge.ts';

/** Writes down the charge that the gateway made for an attempt; gives the attempt as it stands then. */
export async function recordCharge(context: Context, attempt: Attempt, charge: Charge): Promise<Attempt> {
  return (await recordAtOnce(context, attempt, charge)) ?? recordHeld(context, attempt.payment, charge);
}

/** Mostly nothing has happened to the order since its attempt was stored: what was decided then is saved if that is so. */
async function recordAtOnce(context: Context, attempt: Attempt, charge: Charge): Promise<Attempt | null> {
  const [order, payment] = [{ ...attempt.order }, { ...attempt.payment }];
  takeCharge({ order, payment, payments: [payment], now: context.now() }, charge);
  return (await saveFirstCharge(context.em, payment)) ? { order, payment } : null;
}

async function recordHeld(context: Context, attempt: PaymentRow, charge: Charge): Promise<Attempt> {
  const held = await context.em.transactional(async (tx) => {
    const now = context.now();
    const { order, payments } = (await lockOrder(tx, attempt.orderId))!;
    const payment = payments.find(({ id }) => id === attempt.id)!;
    // The notification of the new charge can be quicker than its response.
    if (payment.preferenceId === charge.preferenceId) return { order, payment, payments };
    if (payment.preferenceId) payments.push(strayPayment({ order, payments, id: newId(), now }, charge, payment));
    else takeCharge({ order, payment, payments, now }, charge);
    order.updatedAt = now;
    saveOrder(tx, { order, payments });
    return { order, payment, payments };
  });
  if (held.payments.some(({ cancelRequestedAt }) => cancelRequestedAt !== null)) context.wake('continue-payments');
  return { order: held.order, payment: held.payment };
}

/** The gateway will never make this charge; a new attempt is needed. */
export async function recordRejection(context: Context, attempt: PaymentRow): Promise<void> {
  await context.em.transactional(async (tx) => {
    const { order, payments } = (await lockOrder(tx, attempt.orderId))!;
    const payment = payments.find(({ id }) => id === attempt.id)!;
    if (payment.preferenceId) return;
    Object.assign(payment, { status: 'rejected', claimedUntil: null, dueAt: null });
    order.updatedAt = context.now();
    saveOrder(tx, { order, payments: [payment] });
  });
}
