import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@estampa/kernel/errors';
import { keyInUse } from '@estampa/kit/idempotency';
import { ProviderError } from '../adapters/payment-gateway.ts';
import type { Context } from '../context.ts';
import type { RefundRow } from '../db/refund-row.ts';
import { claimRefund, findRefund, postponeRefund, type RefundTask } from '../db/refunds.ts';
import { claimEnd } from '../domain/new-attempt.ts';
import { attemptTimeout } from './finish-attempt.ts';
import { performRefund } from './perform-refund.ts';

const LOOK_EVERY_MS = 50;

/** Who asks for a refund has it for itself until then. */
export const refundClaimEnd = ({ now, settings }: Pick<Context, 'now' | 'settings'>): Date =>
  claimEnd(now(), settings.attemptTimeoutMs);

/** Asks the gateway for a refund that this request has claimed; what stays unanswered is continued in the background. */
export async function finishRefund(context: Context, task: RefundTask, by: Date): Promise<RefundRow> {
  const { refund } = task;
  try {
    const done = await performRefund(context, task, AbortSignal.timeout(attemptTimeout(context, by)));
    if (done.status === 'failed') throw refused(refund);
    return done;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    context.log.warn({ err: error, orderId: refund.orderId, refundId: refund.id }, 'a refund was not answered');
    const dueAt = new Date(context.now().getTime() + context.settings.recoverAfterMs);
    await postponeRefund(context.em, refund.id, dueAt);
    throw unavailable(refund);
  }
}

/** The refund that an earlier request with the same key began: continued, or waited for while somebody is at it. */
export async function continueRefund(context: Context, id: string, by: Date): Promise<RefundRow> {
  for (;;) {
    const claimed = await claimRefund(context.em, id, context.now(), refundClaimEnd(context));
    if (claimed) return finishRefund(context, claimed, by);
    const { refund } = (await findRefund(context.em, id))!;
    if (refund.status === 'failed') throw refused(refund);
    if (refund.status !== 'requested') return refund;
    if (context.now() > by) throw keyInUse();
    await pause(LOOK_EVERY_MS);
  }
}

const refused = ({ orderId }: RefundRow): DomainError =>
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
