import { ProviderError } from '@estampa/kit/provider/provider-error';
import type { Context } from '../../context.ts';
import type { Attempt } from '../../db/order-parts.ts';
import { payments } from '../../db/payment-repository.ts';
import {
  type ChargedPayment,
  chargeName,
  isAtProvider,
  isOpen,
  nextTask,
  type Payment,
  type PaymentSnapshot,
  type ProviderPayment,
  takesSeveral,
  type Task,
  type UnchargedPayment,
} from '../../domain/payment.ts';
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
      context.log.warn({ err: error }, 'due payments not checked by lists');
      return false;
    },
  );

async function continuePayment(context: Context, { order, payment }: Attempt): Promise<void> {
  // A payment that is due without a next step is checked once more.
  const task = nextTask(payment, order) ?? { kind: 'check_charge', payment };
  try {
    await perform(context, task);
  } catch (error) {
    const failures = payment.failures + 1;
    context.log.warn({ err: error, task: task.kind, orderId: order.id, failures }, 'a payment task failed');
    const now = context.now();
    await payments.savePostponed(context.em, payment, { now, dueAt: nextTry(error, payment, now), failures });
  }
}

function perform(context: Context, task: Task): Promise<void> {
  switch (task.kind) {
    case 'start_charge':
      return startCharge(context, task.payment);
    case 'find_charge':
      return findCharge(context, task.payment);
    case 'cancel_charge':
      return cancelCharge(context, task.payment);
    case 'close_charge':
      return closeCharge(context, task.payment);
    case 'check_charge':
      return checkCharge(context, task.payment);
  }
}

/** Waits longer after each failure, and at least as long as the provider demands. */
function nextTry(error: unknown, payment: Payment, now: Date): Date | null {
  const next = nextTryAt(payment, payment.failures + 1, now);
  const pauseMs = error instanceof ProviderError ? error.retryAfterMs : 0;
  return next && new Date(Math.max(next.getTime(), now.getTime() + pauseMs));
}

async function startCharge(context: Context, payment: UnchargedPayment): Promise<void> {
  const limits = { claimMs: TASK_DEADLINE_MS, timeoutMs: () => TASK_DEADLINE_MS, waitUntil: null };
  const isDone = await continueAttempt(context, { step: 'stored', paymentId: payment.id }, limits);
  if (!isDone) return;
  context.log.info({ orderId: payment.orderId, attempt: payment.attempt }, 'an unfinished payment was continued');
}

async function findCharge(context: Context, payment: UnchargedPayment): Promise<void> {
  const gateway = gatewayOf(context, payment.provider);
  const charge = await gateway.findCharge(payment.reference, AbortSignal.timeout(TASK_DEADLINE_MS));
  if (!charge) return payments.saveUntried(context.em, payment.id);
  const { order } = (await payments.find(context.em, payment.id))!;
  await recordCharge(context, { order, payment }, charge);
}

async function cancelCharge(context: Context, payment: ChargedPayment): Promise<void> {
  const gateway = gatewayOf(context, payment.provider);
  const left = await gateway.cancel(chargeName(payment), AbortSignal.timeout(TASK_DEADLINE_MS));
  if (takesSeveral(chargeName(payment))) await payments.saveClosed(context.em, payment.id, context.now());
  if (!left.some(({ paymentId }) => paymentId === payment.providerPaymentId)) await saveCancelled(context, payment);
  for (const snapshot of left) await applySnapshot(context, gateway.name, snapshot);
  const open = left.find(({ state }) => isOpen({ status: state }));
  if (open) throw new Error(`the gateway does not cancel a charge that is ${open.rawStatus}`);
}

const saveCancelled = async (context: Context, payment: ChargedPayment): Promise<unknown> =>
  isAtProvider(payment)
    ? applySnapshot(context, payment.provider, asCancelled(payment))
    : payments.saveUntried(context.em, payment.id);

async function closeCharge(context: Context, payment: ProviderPayment): Promise<void> {
  const gateway = gatewayOf(context, payment.provider);
  await gateway.close(chargeName(payment), AbortSignal.timeout(TASK_DEADLINE_MS));
  const { order } = (await payments.find(context.em, payment.id))!;
  const closedAt = context.now();
  await payments.saveClosed(context.em, payment.id, closedAt);
  await payments.saveDue(context.em, payment, dueAfter({ ...payment, closedAt }, order, closedAt), 0);
}

async function checkCharge(context: Context, payment: Payment): Promise<void> {
  const gateway = gatewayOf(context, payment.provider);
  const signal = AbortSignal.timeout(TASK_DEADLINE_MS);
  const { providerPaymentId, reference, tries } = payment;
  const own = providerPaymentId ? await gateway.getPayment(providerPaymentId, signal) : null;
  // Several tries to create a charge may have created two, one of them without a webhook.
  const named = providerPaymentId && tries === 1 ? [] : await gateway.findByReference(reference, signal);
  const others = named.filter(({ paymentId }) => paymentId !== providerPaymentId);
  const found = own ? [own, ...others] : others;
  for (const snapshot of found) await applySnapshot(context, gateway.name, snapshot);
  // Nobody has tried to pay it, or the provider does not know it: it is still checked, but rarely.
  if (!own) await payments.saveDue(context.em, payment, nextCheckAt(payment.createdAt, context.now()), 0);
}

const asCancelled = (payment: ProviderPayment): PaymentSnapshot => ({
  paymentId: payment.providerPaymentId,
  reference: payment.reference,
  charge: null,
  state: 'cancelled',
  rawStatus: 'DELETED',
  amountCents: payment.amountCents,
  refundedCents: payment.refundedCents,
  refunds: [],
});
