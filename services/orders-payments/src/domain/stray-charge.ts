import type { Order } from './order.ts';
import { type Charge, type ChargedPayment, newPayment, type Payment } from './payment.ts';
import { chargeFields } from './take-charge.ts';

type Subject = {
  order: Pick<Order, 'id' | 'totalCents' | 'paymentStatus'>;
  payments: readonly Payment[];
  id: string;
  now: Date;
};

/**
 * A second charge that came of one attempt (its response was late beyond all waiting) as a payment of its own, which nobody is
 * asked for: the gateway is told to cancel it, and if it was paid already its money counts or goes back.
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
