import { ProviderError } from '../../adapters/payment-gateway.ts';
import type { Context } from '../../context.ts';
import type { Attempt } from '../../db/order-parts.ts';
import { payments } from '../../db/payment-repository.ts';
import type { PaymentRow } from '../../db/tables/payment.ts';
import { isOpen, nextTask, type PaymentSnapshot, type Task } from '../../domain/payment.ts';
import { nextCheckAt, nextTryAt } from '../../domain/schedule.ts';
import { dueAfter } from '../../domain/take-snapshot.ts';
import { applySnapshot } from './apply-snapshot.ts';
import { gatewayOf } from './gateway-of.ts';
import { continueAttempt } from '../checkout/continue-attempt.ts';
import { recordCharge } from '../checkout/record-charge.ts';
import { reconcilePayments } from '../reconciliation/reconcile-payments.ts';

const BATCH_PAYMENTS = 10;
const TASK_DEADLINE_MS = 10_000;
/** Another replica takes over payments whose lease has expired. */
const LEASE_MS = 20_000;

/** Performs the pending tasks of payments: missing charges, cancellations, outcomes without a webhook. */
export async function continuePayments(context: Context): Promise<void> {
  // If lists cannot be read, the many payments they would serve are not checked singly: that would exhaust the quota.
  const alsoWaiting = await isSwept(context);
  for (;;) {
    const now = context.now();
    const leaseEnd = new Date(now.getTime() + LEASE_MS);
    const due = await payments.claimDue(context.em, { now, leaseEnd, limit: BATCH_PAYMENTS, alsoWaiting });
    if (due.length === 0) return;
    await Promise.all(due.map((attempt) => continuePayment({ ...context, em: context.em.fork() }, attempt)));
  }
}

const isSwept = (context: Context): Promise<boolean> =>
  reconcilePayments(context).then(
    () => true,
    (error: unknown) => {
      context.log.warn({ err: error }, 'a sweep failed');
      return false;
    },
  );

async function continuePayment(context: Context, { order, payment }: Attempt): Promise<void> {
  // A due payment without a task is checked once more.
  const task = nextTask(payment, order) ?? 'check_charge';
  try {
    await TASKS[task](context, payment);
  } catch (error) {
    const failures = payment.failures + 1;
    context.log.warn({ err: error, task, orderId: order.id, failures }, 'a payment task failed');
    const now = context.now();
    await payments.savePostponed(context.em, payment, { now, dueAt: nextTry(error, payment, now), failures });
  }
}

/** With growing delays, and not before the pause that the provider requests is over. */
function nextTry(error: unknown, payment: PaymentRow, now: Date): Date | null {
  const next = nextTryAt(payment, payment.failures + 1, now);
  const pauseMs = error instanceof ProviderError ? error.retryAfterMs : 0;
  return next && new Date(Math.max(next.getTime(), now.getTime() + pauseMs));
}

const TASKS: Readonly<Record<Task, (context: Context, payment: PaymentRow) => Promise<void>>> = {
  async start_charge(context, payment) {
    const limits = { claimMs: TASK_DEADLINE_MS, timeoutMs: () => TASK_DEADLINE_MS, waitUntil: null };
    const isDone = await continueAttempt(context, { step: 'stored', paymentId: payment.id }, limits);
    if (!isDone) return;
    context.log.info({ orderId: payment.orderId, attempt: payment.attempt }, 'an unfinished payment was continued');
  },

  async find_charge(context, payment) {
    const gateway = gatewayOf(context, payment.provider);
    const charge = await gateway.findCharge(payment.reference, AbortSignal.timeout(TASK_DEADLINE_MS));
    if (!charge) return payments.saveUntried(context.em, payment.id);
    const { order } = (await payments.find(context.em, payment.id))!;
    await recordCharge(context, { order, payment }, charge);
  },

  async cancel_charge(context, payment) {
    const gateway = gatewayOf(context, payment.provider);
    const { providerPaymentId: paymentId, preferenceId, reference } = payment;
    const charge = { paymentId, preferenceId: preferenceId!, reference };
    const outcome = await gateway.cancel(charge, AbortSignal.timeout(TASK_DEADLINE_MS));
    if (outcome.kind === 'cancelled' && !paymentId) return payments.saveUntried(context.em, payment.id);
    const snapshot = outcome.kind === 'cancelled' ? asCancelled(payment) : outcome.payment;
    await applySnapshot(context, gateway.name, snapshot);
    const { state, rawStatus } = snapshot;
    if (isOpen({ status: state })) throw new Error(`the gateway does not cancel a charge that is ${rawStatus}`);
  },

  async close_charge(context, payment) {
    const gateway = gatewayOf(context, payment.provider);
    const { providerPaymentId: paymentId, preferenceId, reference } = payment;
    const charge = { paymentId, preferenceId: preferenceId!, reference };
    await gateway.close(charge, AbortSignal.timeout(TASK_DEADLINE_MS));
    const { order } = (await payments.find(context.em, payment.id))!;
    const closedAt = context.now();
    await payments.saveClosed(context.em, payment, closedAt, dueAfter({ ...payment, closedAt }, order, closedAt));
  },

  async check_charge(context, payment) {
    const gateway = gatewayOf(context, payment.provider);
    const signal = AbortSignal.timeout(TASK_DEADLINE_MS);
    const { providerPaymentId, reference, tries } = payment;
    const own = providerPaymentId ? await gateway.getPayment(providerPaymentId, signal) : null;
    // A charge with more than one try may have a duplicate whose webhook was lost.
    const named = providerPaymentId && tries === 1 ? [] : await gateway.findByReference(reference, signal);
    const others = named.filter(({ paymentId }) => paymentId !== providerPaymentId);
    const found = own ? [own, ...others] : others;
    for (const snapshot of found) await applySnapshot(context, gateway.name, snapshot);
    // There was no attempt to pay it, or the provider does not know it: it is still checked, but rarely.
    if (!own) await payments.saveDue(context.em, payment, nextCheckAt(payment.createdAt, context.now()), 0);
  },
};

const asCancelled = (payment: PaymentRow): PaymentSnapshot => ({
  paymentId: payment.providerPaymentId!,
  reference: payment.reference,
  charge: null,
  state: 'cancelled',
  rawStatus: 'DELETED',
  amountCents: payment.amountCents,
  refundedCents: payment.refundedCents,
  refunds: [],
});
