import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import type { OrderRow } from '../db/order.entity.ts';
import { lockOrder, partsOf } from '../db/order-parts.ts';
import { PaymentRow } from '../db/payment.entity.ts';
import { type AppliedPayment, applyPayment, type FollowUp } from '../domain/apply-payment.ts';
import { nextTask, type PaymentSnapshot } from '../domain/payment.ts';
import { nextCheckAt } from '../domain/schedule.ts';
import { chargedCents, refundedCents } from '../metrics.ts';
import { orderChanged } from './order-changed.ts';
import { keepStray } from './stray-charge.ts';
import { requestCancel, takeCharge } from './take-charge.ts';

const LOGGED_LOUDLY = new Set(['late', 'surplus', 'amount_too_small', 'disputed']);

type AlsoInTransaction = (tx: EntityManager, outcome: string) => Promise<unknown>;

/** Applies what the gateway says about one of its payments to the order it belongs to. */
export async function applySnapshot(
  context: Context,
  snapshot: PaymentSnapshot,
  also: AlsoInTransaction = async () => {},
): Promise<string> {
  const { outcome, purpose, returnedCents } = await context.em.transactional(async (tx) => {
    const orderId = await findOrderId(tx, context.gateway.name, snapshot);
    const result = orderId ? await applyToOrder(tx, context, orderId, snapshot) : UNKNOWN;
    await also(tx, result.outcome);
    return result;
  });
  // Counted after the commit, so that a second try counts nothing twice.
  const provider = context.gateway.name;
  if (purpose) chargedCents.inc({ provider, purpose }, snapshot.amountCents);
  refundedCents.inc({ provider }, returnedCents);
  const level = LOGGED_LOUDLY.has(outcome) ? 'warn' : 'info';
  context.log[level]({ paymentId: snapshot.paymentId, status: snapshot.rawStatus, outcome }, 'payment applied');
  context.wake('continue-payments');
  return outcome;
}

type Result = { outcome: string; purpose: 'order' | 'late' | 'surplus' | null; returnedCents: number };

const UNKNOWN: Result = { outcome: 'unknown_payment', purpose: null, returnedCents: 0 };

async function findOrderId(tx: EntityManager, provider: string, snapshot: PaymentSnapshot): Promise<string | null> {
  const [found] = await tx.execute<{ order_id: string }[]>(
    `select order_id from payment where provider = ? and provider_payment_id = ?
     union all select order_id from payment where provider = ? and reference = ? limit 1`,
    [provider, snapshot.paymentId, provider, snapshot.reference],
  );
  return found?.order_id ?? null;
}

async function applyToOrder(
  tx: EntityManager,
  context: Context,
  orderId: string,
  snapshot: PaymentSnapshot,
): Promise<Result> {
  const now = context.now();
  const order = await lockOrder(tx, orderId);
  const payments = await tx.find(PaymentRow, { orderId }, { orderBy: { attempt: 'asc' }, refresh: true });
  const payment = paymentFor(snapshot, payments) ?? keepStray(tx, context, order, payments, snapshot);
  const isAdopted = payment.providerPaymentId === null;
  if (isAdopted) takeCharge({ order, payment, payments, now }, snapshot);

  const applied = applyPayment({ order, payment, snapshot, now });
  const isCounted = !payment.paidAt && Boolean(applied.payment.paidAt);
  const returnedCents = Math.max((applied.payment.refundedCents ?? payment.refundedCents) - payment.refundedCents, 0);
  tx.assign(order, applied.order);
  tx.assign(payment, applied.payment);
  await followUp(tx, applied, { order, payment, payments, now });
  payment.dueAt = dueAfter(payment, order, now);
  const event = applied.event ?? (isAdopted ? 'order_payment_started' : null);
  if (event) orderChanged(tx, event, await partsOf(tx, order), now);
  return { outcome: applied.outcome, purpose: isCounted ? purposeOf(applied) : null, returnedCents };
}

const purposeOf = ({ followUp: next }: AppliedPayment): Result['purpose'] =>
  next?.kind === 'give_back' ? next.reason : 'order';

/** The payment with this id, else the attempt with this name that still waits for its charge. */
const paymentFor = (snapshot: PaymentSnapshot, payments: readonly PaymentRow[]): PaymentRow | undefined =>
  payments.find(({ providerPaymentId }) => providerPaymentId === snapshot.paymentId) ??
  payments.find(({ providerPaymentId, reference }) => !providerPaymentId && reference === snapshot.reference);

type Subject = { order: OrderRow; payment: PaymentRow; payments: readonly PaymentRow[]; now: Date };

async function followUp(tx: EntityManager, applied: AppliedPayment, subject: Subject): Promise<void> {
  const next: FollowUp | null = applied.followUp;
  if (next?.kind === 'cancel_this') requestCancel(subject.payment, subject.now);
  if (next?.kind === 'cancel_others') {
    for (const other of subject.payments) if (other !== subject.payment) requestCancel(other, subject.now);
  }
  if (next?.kind === 'give_back') {
    await tx.execute(
      `insert into late_payment (payment_id, order_id, reason, amount_cents) values (?, ?, ?, ?) on conflict do nothing`,
      [subject.payment.id, subject.order.id, next.reason, next.amountCents],
    );
  }
}

function dueAfter(payment: PaymentRow, order: OrderRow, now: Date): Date | null {
  const task = nextTask(payment, order);
  if (task === 'cancel_charge') return now;
  if (task === 'check_charge') return nextCheckAt(payment.createdAt, now);
  return null;
}
