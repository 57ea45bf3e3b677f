import { newId } from '@estampa/kernel/ids';
import type { Context } from '../context.ts';
import type { HeldOrder } from '../db/load-order.ts';
import type { PaymentRow } from '../db/payment-row.ts';
import type { Charge } from '../domain/payment.ts';
import { newAttempt } from './new-attempt.ts';
import { chargeFields } from './take-charge.ts';

/**
 * A second charge that came of one attempt (its answer was late beyond all waiting) as a payment of its own, which nobody is
 * asked for: the gateway is told to cancel it, and if it was paid already its money counts or goes back.
 */
export function strayPayment(
  context: Context,
  { order, payments }: Pick<HeldOrder, 'order' | 'payments'>,
  charge: Charge,
  reference: string,
): PaymentRow {
  const attempt = Math.max(...payments.map((payment) => payment.attempt)) + 1;
  context.log.warn({ orderId: order.id, paymentId: charge.paymentId }, 'one attempt has a second charge');
  return {
    ...newAttempt(context, order, { id: newId(), attempt }),
    ...chargeFields(charge),
    reference,
    cancelRequestedAt: context.now(),
    claimedUntil: null,
    dueAt: context.now(),
  };
}
