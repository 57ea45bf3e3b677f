import { applyPayment, type AppliedPayment, type OrderPaymentEvent } from './apply-payment.ts';
import { isPayable, type Order } from './order.ts';
import {
  type Charge,
  type ChargedPayment,
  nextTask,
  type Payment,
  type PaymentSnapshot,
  type ProviderPayment,
} from './payment.ts';
import { PaymentAccount } from './payment-account.ts';
import { type Refund, type ReturnReason, takeRefunds } from './refund.ts';
import { responseAsSnapshot, type RefundResponse } from './refund-response.ts';
import { nextCheckAt, nextDisputeCheckAt } from './schedule.ts';
import { settleRefunds } from './settle-refunds.ts';
import { strayPayment } from './stray-charge.ts';
import { requestCancel, takeCharge } from './take-charge.ts';

/** An order with all of its payments and refunds, which are decided about together. */
export type Ledger = { order: Order; payments: Payment[]; refunds: Refund[] };

export type Taken = {
  outcome: string;
  event: OrderPaymentEvent | 'order_payment_started' | null;
  /** The purpose of newly counted money; null if there is none. */
  purpose: 'order' | ReturnReason | null;
  returnedCents: number;
  /** Refunds whose next step changes: the provider denied them, or rejected them but performs them anyway. */
  denied: readonly Refund[];
};

type Given = { provider: string; now: Date; newId: () => string };

/** Applies what the provider shows of a payment to the order that it belongs to. */
export function takeSnapshot(ledger: Ledger, snapshot: PaymentSnapshot, { provider, now, newId }: Given): Taken {
  const { order, payments, refunds } = ledger;
  const known = paymentFor(snapshot, payments);
  if (known && isStale(known, snapshot)) return STALE;
  const attempt = known ?? secondPayment({ order, payments, id: newId(), now }, snapshot, provider);
  if (!known) payments.push(attempt);
  const isAdopted = attempt.preferenceId === null;
  const charged = isAdopted ? takeCharge({ order, payment: attempt, payments, now }, chargeOf(snapshot)) : attempt;
  const payment = atProvider(charged, snapshot);

  const before = { isCounted: payment.paidAt !== null, refundedCents: payment.refundedCents };
  const applied = applyPayment({ order, payment, snapshot, now });
  Object.assign(order, applied.order);
  Object.assign(payment, applied.payment);
  followUp(applied, { ledger, payment, newId, now });
  const account = PaymentAccount.of(payment, refunds);
  const denied = takeRefunds(account.refunds, { reported: snapshot.refunds, state: snapshot.state }, now);
  const settled = settleRefunds(order, account);
  payment.dueAt = dueAfter(payment, order, now);
  // The check succeeded. Failures of a request that is still to be sent continue to count.
  if (payment.dueAt !== now) payment.failures = 0;
  return {
    outcome: applied.outcome,
    event: eventOf(applied, settled) ?? (isAdopted ? 'order_payment_started' : null),
    purpose: !before.isCounted && payment.paidAt !== null ? purposeOf(applied) : null,
    returnedCents: payment.refundedCents - before.refundedCents,
    denied,
  };
}

/** The snapshot is older than the last applied one and is ignored. */
export const STALE_OUTCOME = 'stale';
const STALE: Taken = { outcome: STALE_OUTCOME, event: null, purpose: null, returnedCents: 0, denied: [] };

/** True if a snapshot of this payment that was requested later is applied already; snapshots of other payments do not count. */
const isStale = ({ providerPaymentId, readAt }: Payment, snapshot: PaymentSnapshot): boolean =>
  providerPaymentId === snapshot.paymentId &&
  readAt !== null &&
  snapshot.readAt !== undefined &&
  snapshot.readAt < readAt;

/** Applies a provider's response to a refund request, as a snapshot of the payment. */
export function takeResponse(ledger: Ledger, refund: Refund, response: RefundResponse, given: Given): Taken {
  const account = PaymentAccount.ofRefund(ledger, refund);
  const isUnclear = response.kind === 'done' && account.unexplainedCents > 0;
  const taken = takeSnapshot(ledger, responseAsSnapshot(account, refund, response), given);
  // The money shown as refunded before may be this refund or another one: the next check decides.
  if (isUnclear) account.payment.dueAt = given.now;
  return taken;
}

/** One event contains the complete state; it is named after the most important change. Pending refunds need no name here. */
const eventOf = (applied: AppliedPayment, settled: Taken['event']): Taken['event'] =>
  settled === 'order_refunded' || applied.event === null || applied.event === 'order_payment_changed'
    ? (settled ?? applied.event)
    : applied.event;

const purposeOf = ({ followUp: next }: AppliedPayment): Taken['purpose'] =>
  next?.kind === 'give_back' ? next.reason : 'order';

/** The payment with this id, else the attempt with this name that has none, or that this is the next try of. */
const paymentFor = (snapshot: PaymentSnapshot, payments: readonly Payment[]): Payment | undefined =>
  payments.find(({ providerPaymentId }) => providerPaymentId === snapshot.paymentId) ??
  payments
    .filter(({ reference }) => reference === snapshot.reference)
    .find((one) => one.providerPaymentId === null || isNextTry(snapshot, one));

/** Where a charge is one payment, a second one results from a lost response; elsewhere it follows a failed one. */
const isNextTry = ({ charge }: PaymentSnapshot, { paidAt, status }: ProviderPayment): boolean =>
  charge === null && paidAt === null && (status === 'rejected' || status === 'cancelled');

const atProvider = (payment: ChargedPayment, { paymentId, method, readAt }: PaymentSnapshot): ProviderPayment =>
  Object.assign(payment, {
    providerPaymentId: paymentId,
    method: method ?? payment.method,
    readAt: readAt ?? payment.readAt,
  });

function secondPayment(
  subject: Pick<Ledger, 'order' | 'payments'> & { id: string; now: Date },
  snapshot: PaymentSnapshot,
  provider: string,
): ChargedPayment {
  const stray = strayPayment(subject, chargeOf(snapshot), { provider, reference: snapshot.reference });
  return snapshot.charge === null && isWanted(subject, snapshot) ? { ...stray, cancelRequestedAt: null } : stray;
}

/** Another payment at a page is wanted as long as the buyer of an unpaid order is sent there. */
const isWanted = ({ order, payments }: Pick<Ledger, 'order' | 'payments'>, { reference }: PaymentSnapshot): boolean =>
  isPayable(order) && payments.some((one) => one.id === order.currentPaymentId && one.reference === reference);

const chargeOf = ({ charge, paymentId }: PaymentSnapshot): Charge =>
  charge ?? { preferenceId: paymentId, paymentId, initPoint: null, sandboxInitPoint: null };

type Subject = { ledger: Ledger; payment: ProviderPayment; newId: () => string; now: Date };

function followUp({ followUp: next, surplusCents }: AppliedPayment, { ledger, payment, newId, now }: Subject): void {
  if (next?.kind === 'cancel_this') requestCancel(payment, now);
  if (next?.kind === 'cancel_others') {
    for (const other of ledger.payments) if (other !== payment) requestCancel(other, now);
  }
  const given = () => ({ id: newId(), dueAt: now, now });
  if (next?.kind === 'give_back') ledger.refunds.push(newRefund(payment, next, given()));
  const surplus = { reason: 'surplus', amountCents: surplusCents } as const;
  if (surplusCents > 0) ledger.refunds.push(newRefund(payment, surplus, given()));
}

/** A refund that is stored before it is requested at the provider. */
export const newRefund = (
  { id: paymentId, orderId }: ProviderPayment,
  { reason, amountCents, lines = null }: Pick<Refund, 'reason' | 'amountCents'> & { lines?: Refund['lines'] },
  { id, dueAt, now }: { id: string; dueAt: Date; now: Date },
): Refund => ({
  id,
  orderId,
  paymentId,
  reason,
  amountCents,
  lines,
  status: 'requested',
  providerRefundId: null,
  payerActionUrl: null,
  createdAt: now,
  doneAt: null,
  dueAt,
  tries: 0,
  failures: 0,
  refusal: null,
  endedByHand: null,
  note: null,
  claimedUntil: null,
});

/** When a payment is due next; never at once because of a check. */
export function dueAfter(payment: Payment, order: Pick<Order, 'paymentStatus'>, now: Date): Date | null {
  const task = nextTask(payment, order)?.kind;
  if (task === 'cancel_charge' || task === 'close_charge') return now;
  if (task !== 'check_charge') return null;
  return payment.status === 'disputed' ? nextDisputeCheckAt(now) : nextCheckAt(payment.createdAt, now);
}
