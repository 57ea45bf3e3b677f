import type { Context } from '../../context.ts';
import { type DueRefund, refunds } from '../../db/refund-repository.ts';
import { REFUND_STATES } from '../../domain/refund.ts';
import { checkAgainAt, refundClaimEnd } from '../../domain/refund-schedule.ts';
import { backoffMs } from '../../domain/schedule.ts';
import { moneyToReturnCents } from '../../metrics.ts';
import { checkRefund, performRefund } from './perform-refund.ts';

const BATCH_REFUNDS = 10;
const TASK_DEADLINE_MS = 10_000;
/** Another replica takes over refunds whose lease has expired. */
const LEASE_MS = 20_000;

/** Requests due refunds, and checks those that the provider has not finished. */
export async function continueRefunds(context: Context): Promise<void> {
  for (;;) {
    const now = context.now();
    const leaseEnd = new Date(now.getTime() + LEASE_MS);
    const lease = { now, leaseEnd, claimEnd: refundClaimEnd(now), limit: BATCH_REFUNDS };
    const due = await refunds.claimDue(context.em, lease);
    if (due.length === 0) return;
    await Promise.all(due.map((task) => continueRefund({ ...context, em: context.em.fork() }, task)));
  }
}

async function continueRefund(context: Context, task: DueRefund): Promise<void> {
  const { refund, mayRequest } = task;
  const signal = AbortSignal.timeout(TASK_DEADLINE_MS);
  const retryAt = () => new Date(context.now().getTime() + backoffMs(refund.tries));
  try {
    if (mayRequest) return void (await performRefund(context, task, { signal, retryAt }));
    await checkRefund(context, task, signal);
    await refunds.saveDueNow(context.em, refund, checkAgainAt(refund, context.now()));
  } catch (error) {
    context.log.warn({ err: error, orderId: refund.orderId, refundId: refund.id }, 'a refund task failed');
    if (!mayRequest) await refunds.saveDueNow(context.em, refund, checkAgainAt(refund, context.now()));
  }
}

/** Updates the gauge for alerts: outstanding refunds. */
export async function countRefunds({ em }: Pick<Context, 'em'>): Promise<void> {
  const counted = new Map((await refunds.findCounts(em)).map(({ status, cents }) => [status, cents]));
  for (const state of [...REFUND_STATES, 'unfunded']) {
    if (state !== 'done') moneyToReturnCents.set({ state }, counted.get(state) ?? 0);
  }
}
