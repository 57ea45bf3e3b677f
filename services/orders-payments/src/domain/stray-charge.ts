import type { Order } from './order.ts';
import { type Charge, type ChargedPayment, newPayment, type Payment } from './payment.ts';
import { chargeFields } from './take-charge.ts';

type Subject = { order: Pick<Order, 'id' | 'totalCents'>; payments: readonly Payment[]; id: string; now: Date };

/**
 * A second charge of one attempt, created because a response came later than it was waited for. It becomes a payment of its own
 * that is not shown to the buyer: it is cancelled at the provider; if it was paid already, its money counts or is refunded.
 */
export const strayPayment = (
  { order, payments, id, now }: Subject,
  charge: Charge,
  { provider, reference }: { provider: string; reference: string | null },
): ChargedPayment => {
  const payment = newPayment(order, { id, attempt: nextAttempt(payments), provider, now });
  return {
    ...payment,
    reference: reference ?? payment.reference,
    ...chargeFields(charge),
    cancelRequestedAt: now,
    tries: 1,
    dueAt: now,
  };
};

export const nextAttempt = (payments: readonly Payment[]): number =>
  Math.max(0, ...payments.map(({ attempt }) => attempt)) + 1;
