import type { Context } from '../context.ts';
import { claimEnd } from '../db/payment-claims.ts';
import type { PaymentRow } from '../db/payment-row.ts';
import type { Order } from '../domain/order.ts';
import { referenceOf } from '../domain/payment.ts';

/** A payment that is meant but not yet known to the gateway, claimed by the request that makes it. */
export function newAttempt(
  { gateways, settings, now }: Pick<Context, 'gateways' | 'settings' | 'now'>,
  order: Pick<Order, 'id' | 'totalCents'>,
  { id, attempt }: { id: string; attempt: number },
): PaymentRow {
  const createdAt = now();
  return {
    id,
    orderId: order.id,
    attempt,
    provider: gateways.default.name,
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
    createdAt,
    claimedUntil: claimEnd(createdAt, settings.attemptTimeoutMs),
    tries: 1,
    dueAt: new Date(createdAt.getTime() + settings.recoverAfterMs),
    failures: 0,
  };
}
