import type { Order } from './order.ts';
import { newPayment, type UnchargedPayment } from './payment.ts';

export const SIMULATED = 'simulated';

/** A payment that no provider knows: it has no id there, and nothing can be given back. */
export const simulatedPayment = (
  order: Pick<Order, 'id' | 'totalCents'>,
  { id, attempt, now }: { id: string; attempt: number; now: Date },
): UnchargedPayment => ({
  ...newPayment(order, { id, attempt, provider: SIMULATED, now }),
  status: 'approved',
  paidAt: now,
  paidCents: order.totalCents,
});
