import type { Order } from './order.ts';
import { type Payment, referenceOf } from './payment.ts';

/** A claim outlives the work it covers by this, so that an abandoned call has ended before the next one begins. */
const CLAIM_MARGIN_MS = 1_000;

export const claimEnd = (now: Date, timeoutMs: number): Date => new Date(now.getTime() + timeoutMs + CLAIM_MARGIN_MS);

type Settings = { provider: string; now: Date; attemptTimeoutMs: number; recoverAfterMs: number };

/** A payment that is meant but not yet known to the gateway, claimed by the request that makes it. */
export const newAttempt = (
  { provider, now, attemptTimeoutMs, recoverAfterMs }: Settings,
  order: Pick<Order, 'id' | 'totalCents'>,
  { id, attempt }: { id: string; attempt: number },
): Payment => ({
  id,
  orderId: order.id,
  attempt,
  provider,
  reference: referenceOf(order.id, attempt),
  status: 'pending',
  amountCents: order.totalCents,
  refundedCents: 0,
  preferenceId: null,
  providerPaymentId: null,
  initPoint: null,
  sandboxInitPoint: null,
  cancelRequestedAt: null,
  paidAt: null,
  closedAt: null,
  createdAt: now,
  claimedUntil: claimEnd(now, attemptTimeoutMs),
  tries: 1,
  dueAt: new Date(now.getTime() + recoverAfterMs),
  failures: 0,
});
