import type { Context } from '../context.ts';
import { OrderRow } from '../db/order.entity.ts';
import { PaymentRow } from '../db/payment.entity.ts';
import { isOpen, nextTask, type PaymentSnapshot, type Task } from '../domain/payment.ts';
import { nextTryAt } from '../domain/schedule.ts';
import { applySnapshot } from './apply-snapshot.ts';
import { claimAttempt } from './claim.ts';
import { startCharge } from './start-charge.ts';

const BATCH_PAYMENTS = 10;
const TASK_DEADLINE_MS = 10_000;
/** Another replica takes a payment over when its first taker has vanished. */
const LEASE_MS = 20_000;

/** Does what is left to do about payments when nobody asks: missing charges, cancellations, forgotten outcomes. */
export async function continuePayments(context: Context): Promise<void> {
  for (;;) {
    const ids = await takeDue(context);
    if (ids.length === 0) return;
    await Promise.all(ids.map((id) => continuePayment({ ...context, em: context.em.fork() }, id)));
  }
}

async function takeDue({ em, now }: Context): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `update payment set due_at = ? where id in (
       select id from payment where due_at <= ? order by due_at limit ${BATCH_PAYMENTS} for update skip locked)
     returning id`,
    [new Date(now().getTime() + LEASE_MS), now()],
  );
  return rows.map(({ id }) => id);
}

async function continuePayment(context: Context, id: string): Promise<void> {
  const payment = await context.em.findOneOrFail(PaymentRow, id);
  const order = await context.em.findOneOrFail(OrderRow, payment.orderId);
  const task = nextTask(payment, order);
  try {
    if (!task) await context.em.execute('update payment set due_at = null where id = ?', [id]);
    else await TASKS[task](context, payment);
  } catch (error) {
    context.log.warn({ err: error, task, orderId: order.id, failures: payment.failures }, 'a payment task failed');
    const dueAt = nextTryAt(payment.createdAt, payment.failures + 1, context.now());
    await context.em.execute('update payment set due_at = ?, failures = failures + 1 where id = ?', [dueAt, id]);
  }
}

const TASKS: Readonly<Record<Task, (context: Context, payment: PaymentRow) => Promise<void>>> = {
  async start_charge(context, payment) {
    const claim = await claimAttempt(context.em, payment.id, context.now(), TASK_DEADLINE_MS);
    if (!claim) return;
    await startCharge(context, claim, { timeoutMs: TASK_DEADLINE_MS });
    context.log.info({ orderId: payment.orderId, attempt: payment.attempt }, 'an unfinished payment was continued');
  },

  async cancel_charge(context, payment) {
    const outcome = await context.gateway.cancel(payment.providerPaymentId!, AbortSignal.timeout(TASK_DEADLINE_MS));
    const snapshot = outcome.kind === 'cancelled' ? asCancelled(payment) : outcome.payment;
    await applySnapshot(context, snapshot);
    const { state, rawStatus } = snapshot;
    if (isOpen({ status: state })) throw new Error(`the gateway does not cancel a charge that is ${rawStatus}`);
  },

  async check_charge(context, payment) {
    const signal = AbortSignal.timeout(TASK_DEADLINE_MS);
    const own = await context.gateway.getPayment(payment.providerPaymentId!, signal);
    // A charge that was tried more than once may have a twin that no notification told of.
    const twins = payment.tries > 1 ? await context.gateway.findByReference(payment.reference, signal) : [];
    const others = twins.filter(({ paymentId }) => paymentId !== payment.providerPaymentId);
    for (const snapshot of own ? [own, ...others] : others) await applySnapshot(context, snapshot);
  },
};

const asCancelled = (payment: PaymentRow): PaymentSnapshot => ({
  paymentId: payment.providerPaymentId!,
  preferenceId: payment.preferenceId ?? payment.providerPaymentId!,
  reference: payment.reference,
  state: 'cancelled',
  rawStatus: 'DELETED',
  amountCents: payment.amountCents,
  refundedCents: payment.refundedCents,
  initPoint: payment.initPoint ?? '',
  sandboxInitPoint: payment.sandboxInitPoint,
});
