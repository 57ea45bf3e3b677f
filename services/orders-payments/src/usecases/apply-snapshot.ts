import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { type HeldOrder, holdOrderOfCharge } from '../db/load-order.ts';
import type { OrderRow } from '../db/order-row.ts';
import type { PaymentRow } from '../db/payment-row.ts';
import { keepLatePayment } from '../db/save-charge.ts';
import { saveOrder } from '../db/save-order.ts';
import { type AppliedPayment, applyPayment, type FollowUp } from '../domain/apply-payment.ts';
import { type Charge, nextTask, type PaymentSnapshot } from '../domain/payment.ts';
import { nextCheckAt } from '../domain/schedule.ts';
import { chargedCents, refundedCents } from '../metrics.ts';
import { orderChanged } from './order-changed.ts';
import { strayPayment } from './stray-charge.ts';
import { requestCancel, takeCharge } from './take-charge.ts';

const LOGGED_LOUDLY = new Set(['late', 'surplus', 'amount_too_small', 'disputed']);

type AlsoInTransaction = (tx: EntityManager, outcome: string) => void;

/** Applies what the gateway says about one of its payments to the order it belongs to. */
export async function applySnapshot(
  context: Context,
  provider: string,
  snapshot: PaymentSnapshot,
  also: AlsoInTransaction = () => {},
): Promise<string> {
  const { outcome, purpose, returnedCents } = await context.em.transactional(async (tx) => {
    const held = await holdOrderOfCharge(tx, provider, snapshot);
    const result = held ? applyToOrder(tx, context, held, snapshot) : UNKNOWN;
    also(tx, result.outcome);
    return result;
  });
  // Counted after the commit, so that a second try counts nothing twice.
  if (purpose) chargedCents.inc({ provider, purpose }, snapshot.amountCents);
  refundedCents.inc({ provider }, returnedCents);
  const level = LOGGED_LOUDLY.has(outcome) ? 'warn' : 'info';
  context.log[level]({ paymentId: snapshot.paymentId, status: snapshot.rawStatus, outcome }, 'payment applied');
  context.wake('continue-payments');
  return outcome;
}

type Result = { outcome: string; purpose: 'order' | 'late' | 'surplus' | null; returnedCents: number };

const UNKNOWN: Result = { outcome: 'unknown_payment', purpose: null, returnedCents: 0 };

function applyToOrder(
  tx: EntityManager,
  context: Context,
  { order, items, payments }: HeldOrder,
  snapshot: PaymentSnapshot,
): Result {
  const now = context.now();
  const known = paymentFor(snapshot, payments);
  const payment = known ?? secondPayment(context, { order, payments }, snapshot);
  if (!known) payments.push(payment);
  const isAdopted = payment.preferenceId === null;
  if (isAdopted) takeCharge({ order, payment, payments, now }, chargeOf(snapshot));
  payment.providerPaymentId = snapshot.paymentId;

  const applied = applyPayment({ order, payment, snapshot, now });
  const isCounted = !payment.paidAt && Boolean(applied.payment.paidAt);
  const returnedCents = Math.max((applied.payment.refundedCents ?? payment.refundedCents) - payment.refundedCents, 0);
  Object.assign(order, applied.order);
  Object.assign(payment, applied.payment);
  followUp(tx, applied, { order, payment, payments, now });
  payment.dueAt = dueAfter(payment, order, now);
  const event = applied.event ?? (isAdopted ? 'order_payment_started' : null);
  if (event) orderChanged(tx, event, { order, items }, now);
  saveOrder(tx, { order, payments });
  return { outcome: applied.outcome, purpose: isCounted ? purposeOf(applied) : null, returnedCents };
}

const purposeOf = ({ followUp: next }: AppliedPayment): Result['purpose'] =>
  next?.kind === 'give_back' ? next.reason : 'order';

/** The payment with this id, else the attempt with this name that has none, or whose last try to pay failed. */
const paymentFor = (snapshot: PaymentSnapshot, payments: readonly PaymentRow[]): PaymentRow | undefined =>
  payments.find(({ providerPaymentId }) => providerPaymentId === snapshot.paymentId) ??
  payments.find((one) => one.reference === snapshot.reference && takesPayment(one, snapshot));

/** Where a charge is one payment, a second one came of a lost answer; elsewhere it is the buyer's next try. */
const takesPayment = ({ providerPaymentId, paidAt, status }: PaymentRow, { charge }: PaymentSnapshot): boolean =>
  !providerPaymentId || (!charge && !paidAt && (status === 'rejected' || status === 'cancelled'));

function secondPayment(
  context: Context,
  held: Pick<HeldOrder, 'order' | 'payments'>,
  snapshot: PaymentSnapshot,
): PaymentRow {
  const stray = strayPayment(context, held, chargeOf(snapshot), snapshot.reference ?? '');
  return snapshot.charge ? stray : { ...stray, cancelRequestedAt: null };
}

const chargeOf = ({ charge, paymentId }: PaymentSnapshot): Charge =>
  charge ?? { preferenceId: paymentId, paymentId, initPoint: null, sandboxInitPoint: null };

type Subject = { order: OrderRow; payment: PaymentRow; payments: readonly PaymentRow[]; now: Date };

function followUp(tx: EntityManager, applied: AppliedPayment, subject: Subject): void {
  const next: FollowUp | null = applied.followUp;
  if (next?.kind === 'cancel_this') requestCancel(subject.payment, subject.now);
  if (next?.kind === 'cancel_others') {
    for (const other of subject.payments) if (other !== subject.payment) requestCancel(other, subject.now);
  }
  if (next?.kind === 'give_back') keepLatePayment(tx, subject.payment, next.reason, next.amountCents);
}

function dueAfter(payment: PaymentRow, order: OrderRow, now: Date): Date | null {
  const task = nextTask(payment, order);
  if (task === 'cancel_charge') return now;
  if (task === 'check_charge') return nextCheckAt(payment.createdAt, now);
  return null;
}
