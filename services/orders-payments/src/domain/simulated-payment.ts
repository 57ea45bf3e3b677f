import type { Order } from './order.ts';
import { newPayment, type UnchargedPayment } from './payment.ts';

export const SIMULATED = 'simulated';

/** A payment without a provider: it has no id there, and cannot be refunded. */
export const simulatedPayment = (
  order: Pick<Order, 'id' | 'totalCents'>,
  { id, attempt, now }: { id: string; attempt: number; now: Date },
): UnchargedPayment => ({
  ...newPayment(order, { id, attempt, provider: SIMULATED, now }),
  status: 'approved',
  paidAt: now,
  paidCents: order.totalCents,
});
