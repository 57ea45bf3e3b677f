import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@estampa/kernel/errors';
import { currentCall } from '@estampa/kit/call';
import { keyInUse } from '@estampa/kit/idempotency';
import type { Context } from '../context.ts';
import type { Buyer } from '../domain/freeze-order.ts';
import { type Claim, claimAttempt } from './claim.ts';
import { startCharge } from './start-charge.ts';

/** The edge waits 5 s: an answer that names the order must be on its way before that. */
const ANSWER_WITHIN_MS = 4_500;
/** How long a request waits while another one creates the same charge. */
const WAIT_FOR_OTHER_MS = 3_000;
const LOOK_EVERY_MS = 50;

/** When a request that begins now has to be answered. */
export const answerBy = (context: Pick<Context, 'now'>): Date => new Date(context.now().getTime() + ANSWER_WITHIN_MS);

type Begun = { claim: Claim; buyer?: Buyer };

/**
 * Makes sure that a payment has its charge: creates it, or waits for whoever is at it. True when this call did the work.
 * A payment whose order can no longer be paid is left as it is.
 */
export async function finishAttempt(context: Context, paymentId: string, by: Date, begun?: Begun): Promise<boolean> {
  const { attemptTimeoutMs } = context.settings;
  const giveUpAt = Math.min(context.now().getTime() + WAIT_FOR_OTHER_MS, by.getTime());
  for (;;) {
    const claim = begun?.claim ?? (await claimAttempt(context.em, paymentId, context.now(), attemptTimeoutMs));
    if (claim) {
      const leftMs = Math.max(by.getTime() - context.now().getTime(), 0);
      await startCharge(context, claim, { timeoutMs: Math.min(attemptTimeoutMs, leftMs), buyer: begun?.buyer });
      return true;
    }
    if (!(await isBeingCreated(context, paymentId))) return false;
    if (context.now().getTime() > giveUpAt) throw stillRunning();
    await pause(LOOK_EVERY_MS);
  }
}

async function isBeingCreated({ em }: Context, paymentId: string): Promise<boolean> {
  const found = await em.execute<unknown[]>(
    `select 1 from payment join customer_order on customer_order.id = payment.order_id
     where payment.id = ? and provider_payment_id is null and status = 'pending'
       and payment_status in ('pending', 'rejected')`,
    [paymentId],
  );
  return found.length > 0;
}

const stillRunning = (): DomainError =>
  currentCall()?.idempotency
    ? keyInUse()
    : new DomainError('conflict', 'conflict', 'A payment for this order is being made at this moment; try again');
