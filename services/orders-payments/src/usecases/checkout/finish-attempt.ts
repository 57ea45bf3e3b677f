import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@estampa/kernel/errors';
import { currentCall } from '@estampa/kit/rpc/call';
import { keyInUse } from '@estampa/kit/rpc/kept-outcome';
import type { Context } from '../../context.ts';
import { claimAttempt, isBeingCreated } from '../../db/payment-claims.ts';
import { startCharge } from './start-charge.ts';

/** The edge waits 5 s: a response that names the order must be on its way before that. */
const RESPONSE_WITHIN_MS = 4_500;
/** How long a request waits while another one creates the same charge. */
const WAIT_FOR_OTHER_MS = 3_000;
const LOOK_EVERY_MS = 50;

/** When a request that begins now has to be answered. */
export const respondBy = (context: Pick<Context, 'now'>): Date =>
  new Date(context.now().getTime() + RESPONSE_WITHIN_MS);

/** How long the gateway may take when the request has to be answered by then. */
export const attemptTimeout = ({ now, settings }: Pick<Context, 'now' | 'settings'>, by: Date): number =>
  Math.min(settings.attemptTimeoutMs, Math.max(by.getTime() - now().getTime(), 0));

/**
 * Makes sure that a payment has its charge: creates it, or waits for whoever is at it. True when this call did the work.
 * A payment whose order can no longer be paid is left as it is.
 */
export async function finishAttempt(context: Context, paymentId: string, by: Date): Promise<boolean> {
  const { attemptTimeoutMs } = context.settings;
  const giveUpAt = Math.min(context.now().getTime() + WAIT_FOR_OTHER_MS, by.getTime());
  for (;;) {
    const claimed = await claimAttempt(context.em, paymentId, context.now(), attemptTimeoutMs);
    if (claimed) {
      await startCharge(context, claimed, { timeoutMs: attemptTimeout(context, by) });
      return true;
    }
    if (!(await isBeingCreated(context.em, paymentId))) return false;
    if (context.now().getTime() > giveUpAt) throw stillRunning();
    await pause(LOOK_EVERY_MS);
  }
}

const stillRunning = (): DomainError =>
  currentCall()?.idempotency
    ? keyInUse()
    : new DomainError('conflict', 'conflict', 'A payment for this order is being made at this moment; try again');
