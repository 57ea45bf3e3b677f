import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@estampa/kernel/errors';
import { ProviderError } from '@estampa/kit/provider/provider-error';
import type { Context } from '../../context.ts';
import type { RefundRow } from '../../db/tables/refund.ts';
import { refunds, type RefundTask } from '../../db/refund-repository.ts';
import { claimEnd } from '../../domain/new-attempt.ts';
import { isUnfunded } from '../../domain/refund.ts';
import { refundClaimEnd } from '../../domain/refund-schedule.ts';
import { attemptTimeout } from '../checkout/request-limits.ts';
import { checkRefund, performRefund } from './perform-refund.ts';

const POLL_EVERY_MS = 50;
const POLL_GATEWAY_EVERY_MS = 1_000;

/** The claim of a request for a refund; the job checks the refund from `dueAt` on, when the request has ended. */
export const requestClaim = ({ now, settings }: Pick<Context, 'now' | 'settings'>) => ({
  now: now(),
  dueAt: claimEnd(now(), settings.attemptTimeoutMs),
  claimEnd: refundClaimEnd(now()),
});

/** Performs a refund that this request has claimed; without a response it continues in the background. */
export async function finishRefund(context: Context, task: RefundTask, by: Date): Promise<RefundRow> {
  const { refund } = task;
  const retryAt = () => new Date(context.now().getTime() + context.settings.recoverAfterMs);
  try {
    const signal = AbortSignal.timeout(attemptTimeout(context, by));
    const done = await performRefund(context, task, { signal, retryAt });
    if (done.status === 'failed') throw rejected(refund);
    return done;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    context.log.warn({ err: error, orderId: refund.orderId, refundId: refund.id }, 'a refund got no response');
    throw unavailable(refund);
  }
}

/**
 * The refund that an earlier request with the same key began: continues it, or checks it while it must not be requested again.
 */
export async function continueRefund(context: Context, id: string, by: Date): Promise<RefundRow> {
  let checkOn = context.now().getTime() + POLL_GATEWAY_EVERY_MS;
  for (;;) {
    const known = (await refunds.find(context.em, id))!;
    if (isUnfunded(known.refund)) return known.refund;
    const claimed = await refunds.claim(context.em, id, requestClaim(context));
    if (claimed) return finishRefund(context, claimed, by);
    const task = (await refunds.find(context.em, id))!;
    if (task.refund.status === 'failed') throw rejected(task.refund);
    if (task.refund.status !== 'requested') return task.refund;
    const now = context.now();
    if (now > by) throw unavailable(task.refund);
    if (now.getTime() > checkOn) {
      checkOn = now.getTime() + POLL_GATEWAY_EVERY_MS;
      await check(context, task, by);
    }
    await pause(POLL_EVERY_MS);
  }
}

/** Ignores failures of the provider: a later check will show the result. */
async function check(context: Context, task: RefundTask, by: Date): Promise<void> {
  const signal = AbortSignal.timeout(attemptTimeout(context, by));
  await checkRefund(context, task, signal).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error;
  });
}

const rejected = ({ orderId }: RefundRow): DomainError =>
  new DomainError('invalid', 'refund_refused', 'The payment provider does not give this money back', {
    members: { orderId },
  });

const unavailable = ({ orderId, id }: RefundRow): DomainError =>
  new DomainError(
    'unavailable',
    'payment_gateway_unavailable',
    'The payment provider cannot be reached; the refund is kept and goes on by itself',
    { members: { orderId, refundId: id } },
  );
