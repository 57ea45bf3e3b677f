import type { Order } from './order.ts';
import { newPayment, type UnchargedPayment } from './payment.ts';

/** How much longer a claim lasts than the call it covers, so that an abandoned call has ended before the next one begins. */
const CLAIM_MARGIN_MS = 1_000;

export const claimEnd = (now: Date, timeoutMs: number): Date => new Date(now.getTime() + timeoutMs + CLAIM_MARGIN_MS);

type Settings = { provider: string; now: Date; attemptTimeoutMs: number; recoverAfterMs: number };

/** A payment without a charge yet, claimed by the request that creates it. */
export const newAttempt = (
  { provider, now, attemptTimeoutMs, recoverAfterMs }: Settings,
  order: Pick<Order, 'id' | 'totalCents'>,
  { id, attempt }: { id: string; attempt: number },
): UnchargedPayment => ({
  ...newPayment(order, { id, attempt, provider, now }),
  claimedUntil: claimEnd(now, attemptTimeoutMs),
  tries: 1,
  dueAt: new Date(now.getTime() + recoverAfterMs),
});
