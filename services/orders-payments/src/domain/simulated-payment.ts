import type { Order } from './order.ts';
import { type Payment, referenceOf } from './payment.ts';

export const SIMULATED = 'simulated';

/** A payment that no provider knows: it has no id there, and nothing can be given back. */
export const simulatedPayment = (
  order: Pick<Order, 'id' | 'totalCents'>,
  { id, attempt, now }: { id: string; attempt: number; now: Date },
): Payment => ({
  id,
  orderId: order.id,
  attempt,
  provider: SIMULATED,
  reference: referenceOf(order.id, attempt),
  status: 'approved',
  amountCents: order.totalCents,
  refundedCents: 0,
  preferenceId: null,
  providerPaymentId: null,
  initPoint: null,
  sandboxInitPoint: null,
  cancelRequestedAt: null,
  paidAt: now,
  closedAt: null,
  createdAt: now,
  claimedUntil: null,
  tries: 0,
  dueAt: null,
  failures: 0,
});
