import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@estampa/kernel/errors';
import { isServiceError } from '@estampa/kit/rpc/errors';
import { keyInUse } from '@estampa/kit/rpc/stored-outcome';
import { ProviderError } from '@estampa/kit/provider/provider-error';
import type { Context } from '../../context.ts';
import type { Attempt, UnchargedAttempt } from '../../db/order-parts.ts';
import { payments } from '../../db/payment-repository.ts';
import { orderTraces } from '../../db/order-trace-repository.ts';
import type { Charge } from '../../domain/payment.ts';
import { gatewayOf } from '../payments/gateway-of.ts';
import { createCharge, type KnownPayer } from './create-charge.ts';
import { recordCharge, recordRejection } from './record-charge.ts';
import { attemptTimeout } from './request-limits.ts';

/** The progress of an attempt to pay. Each step is stored before the next begins, so that any later try can continue. */
export type Progress =
  /** The process that gets the claim creates the charge. */
  | { step: 'stored'; paymentId: string }
  | { step: 'claimed'; attempt: UnchargedAttempt; known?: KnownPayer }
  | { step: 'charged'; attempt: UnchargedAttempt; charge: Charge }
  /** `attempt` as it stands then; null when another process created the charge, or the order can no longer be paid. */
  | { step: 'recorded'; attempt: Attempt | null };

/** Time limits of one try. */
export type Limits = {
  /** The duration of a claim, in ms. */
  claimMs: number;
  /** How long the provider may take from now on, in ms. */
  timeoutMs: () => number;
  /** How long to wait for another process that creates the same charge; null: not at all. */
  waitUntil: Date | null;
};

/** How long a request waits while another one creates the same charge. */
const WAIT_FOR_OTHER_MS = 3_000;
const CHECK_EVERY_MS = 50;

/** The limits of a request that must be responded to by then. */
export const requestLimits = (context: Context, by: Date): Limits => ({
  claimMs: context.settings.attemptTimeoutMs,
  timeoutMs: () => attemptTimeout(context, by),
  waitUntil: new Date(Math.min(context.now().getTime() + WAIT_FOR_OTHER_MS, by.getTime())),
});

/**
 * Continues an attempt from any step until it has its only charge. First requests, repeated ones and the background job after a
 * crash all use this. Returns the attempt if this call created the charge, else null.
 *
 * Throws `payment_refused` when the provider rejects the charge; `payment_gateway_unavailable` when it cannot be reached or takes
 * too long (the next try searches for the charge first); `conflict` when another process takes too long.
 */
export async function continueAttempt(context: Context, from: Progress, limits: Limits): Promise<Attempt | null> {
  let progress = from;
  while (progress.step !== 'recorded') {
    const at = progress;
    try {
      progress = await nextStep(context, at, limits);
    } catch (error) {
      throw at.step === 'stored' ? error : await endTry(context, at.attempt, error);
    }
  }
  return progress.attempt;
}

function nextStep(context: Context, at: Exclude<Progress, { step: 'recorded' }>, limits: Limits): Promise<Progress> {
  if (at.step === 'stored') return claim(context, at.paymentId, limits);
  if (at.step === 'claimed') return charge(context, at, limits);
  return record(context, at);
}

async function claim(context: Context, paymentId: string, { claimMs, waitUntil }: Limits): Promise<Progress> {
  for (;;) {
    const attempt = await payments.claim(context.em, paymentId, context.now(), claimMs);
    if (attempt) return { step: 'claimed', attempt };
    if (!waitUntil || !(await payments.isBeingCreated(context.em, paymentId)))
      return { step: 'recorded', attempt: null };
    if (context.now() > waitUntil) throw stillRunning(context);
    await pause(CHECK_EVERY_MS);
  }
}

async function charge(
  context: Context,
  { attempt, known = {} }: Extract<Progress, { step: 'claimed' }>,
  { timeoutMs }: Limits,
): Promise<Progress> {
  const { order, payment } = attempt;
  const signal = AbortSignal.timeout(timeoutMs());
  await orderTraces.save(context.em, order.id, context.now());
  // An earlier try may have created the charge and lost the response.
  const gateway = gatewayOf(context, payment.provider);
  const found = payment.tries > 1 ? await gateway.findCharge(payment.reference, signal) : null;
  return { step: 'charged', attempt, charge: found ?? (await createCharge(context, attempt, known, signal)) };
}

async function record(context: Context, at: Extract<Progress, { step: 'charged' }>): Promise<Progress> {
  return { step: 'recorded', attempt: await recordCharge(context, at.attempt, at.charge) };
}

/** Leaves a claimed attempt so that the next try can go on; gives the error that the caller is to see. */
async function endTry(context: Context, { order, payment }: UnchargedAttempt, error: unknown): Promise<unknown> {
  if (error instanceof ProviderError && error.failure === 'rejected') {
    context.log.warn({ orderId: order.id, codes: error.codes }, 'the provider rejected a charge');
    await recordRejection(context, payment);
    return paymentRejected({ orderId: order.id });
  }
  const dueAt = new Date(context.now().getTime() + context.settings.recoverAfterMs);
  await payments.saveReleased(context.em, payment, dueAt);
  if (!(error instanceof ProviderError) && !isServiceError(error)) return error;
  context.log.warn({ err: error, orderId: order.id, attempt: payment.attempt }, 'a charge was not created');
  return gatewayUnavailable(order.id);
}

const stillRunning = ({ call }: Context): DomainError =>
  call.idempotency
    ? keyInUse()
    : new DomainError('conflict', 'conflict', 'A payment for this order is being made at this moment; try again');

export const paymentRejected = (members: Record<string, string> = {}): DomainError =>
  new DomainError('invalid', 'payment_refused', 'The payment provider does not accept this payment', { members });

const gatewayUnavailable = (orderId: string): DomainError =>
  new DomainError(
    'unavailable',
    'payment_gateway_unavailable',
    'The payment provider cannot be reached; the order is kept and its payment can be continued',
    { members: { orderId } },
  );
