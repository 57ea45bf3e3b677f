import type { Context } from '../context.ts';
import { countMoneyToReturn, leaseDueRefunds, postponeRefund, type RefundTask } from '../db/refunds.ts';
import { nextLookAt, REFUND_STATES } from '../domain/refund.ts';
import { backoffMs } from '../domain/schedule.ts';
import { moneyToReturnCents } from '../metrics.ts';
import { applySnapshot } from './apply-snapshot.ts';
import { gatewayOf } from './gateway-of.ts';
import { performRefund } from './perform-refund.ts';

const BATCH_REFUNDS = 10;
const TASK_DEADLINE_MS = 10_000;
/** Another replica takes a refund over when its first taker has vanished. */
const LEASE_MS = 20_000;

/** Gives back what is to go back, and looks at what the gateway has not finished. */
export async function continueRefunds(context: Context): Promise<void> {
  for (;;) {
    const at = context.now();
    const due = await leaseDueRefunds(context.em, at, new Date(at.getTime() + LEASE_MS), BATCH_REFUNDS);
    if (due.length === 0) return;
    await Promise.all(due.map((task) => continueRefund({ ...context, em: context.em.fork() }, task)));
  }
}

async function continueRefund(context: Context, task: RefundTask): Promise<void> {
  const { refund, payment } = task;
  const signal = AbortSignal.timeout(TASK_DEADLINE_MS);
  try {
    if (refund.status === 'requested') return void (await performRefund(context, task, signal));
    const gateway = gatewayOf(context, payment.provider);
    const snapshot = await gateway.getPayment(payment.providerPaymentId!, signal);
    if (snapshot) await applySnapshot(context, gateway.name, snapshot);
    await postponeRefund(context.em, refund.id, nextLookAt(refund, context.now()));
  } catch (error) {
    context.log.warn({ err: error, orderId: refund.orderId, refundId: refund.id }, 'a refund task failed');
    await postponeRefund(context.em, refund.id, new Date(context.now().getTime() + backoffMs(refund.tries)));
  }
}

/** Brings the gauge up to date that operators are alerted by: money that is not ours and has not gone back. */
export async function countRefunds({ em }: Pick<Context, 'em'>): Promise<void> {
  const counted = new Map((await countMoneyToReturn(em)).map(({ status, cents }) => [status, cents]));
  for (const state of REFUND_STATES) {
    if (state !== 'done') moneyToReturnCents.set({ state }, counted.get(state) ?? 0);
  }
}
