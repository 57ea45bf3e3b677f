import { DomainError, wrongState } from '@estampa/kernel/errors';
import type { Order, PaymentStatus } from './order.ts';
import type { Payment } from './payment.ts';
import { isUnderWay, type Refund, refundAmount, remainingCents, returnedCents } from './refund.ts';

export type OrderRequest = 'pay' | 'dev_pay' | 'refund' | 'cancel';
type Answer = 'start_payment' | 'approve' | 'give_back' | 'end_unpaid' | 'end_paid' | 'refuse';

/** What is done when somebody asks something of an order: the whole table. */
export const ANSWERS: Readonly<Record<PaymentStatus, Readonly<Record<OrderRequest, Answer>>>> = {
  pending: { pay: 'start_payment', dev_pay: 'approve', refund: 'refuse', cancel: 'end_unpaid' },
  rejected: { pay: 'start_payment', dev_pay: 'approve', refund: 'refuse', cancel: 'end_unpaid' },
  approved: { pay: 'refuse', dev_pay: 'refuse', refund: 'give_back', cancel: 'end_paid' },
  refunded: { pay: 'refuse', dev_pay: 'refuse', refund: 'refuse', cancel: 'refuse' },
  cancelled: { pay: 'refuse', dev_pay: 'refuse', refund: 'refuse', cancel: 'refuse' },
};

const CANNOT_BE: Readonly<Record<OrderRequest, string>> = {
  pay: 'paid',
  dev_pay: 'paid',
  refund: 'refunded',
  cancel: 'cancelled',
};

export function answerTo({ paymentStatus }: Pick<Order, 'paymentStatus'>, request: OrderRequest): Answer {
  const answer = ANSWERS[paymentStatus][request];
  if (answer !== 'refuse') return answer;
  throw wrongState(`The order is ${paymentStatus} and cannot be ${CANNOT_BE[request]}`);
}

type Paid = { order: Order; payment: Payment; refunds: readonly Refund[] };

/** How much a refund gives back. */
export function planRefund({ order, payment, refunds }: Paid, asked: number | null): number {
  answerTo(order, 'refund');
  if (payment.providerPaymentId === null) {
    const message = 'The order was paid without a payment provider: nothing can be given back there';
    throw new DomainError('invalid', 'not_refundable', message);
  }
  return refundAmount(remainingCents(order, payment, refunds), asked);
}

export type Cancellation =
  /** Nothing has to go back: the order ends now. */
  | { kind: 'end'; paymentStatus: 'cancelled' | 'refunded' }
  /** Everything goes back first. */
  | { kind: 'give_back'; amountCents: number }
  /** Everything is on its way back already. */
  | { kind: 'wait' };

/** What cancelling does. Whoever wants to keep a part refunds the other part first. */
export function planCancel({ order, payment, refunds }: Paid): Cancellation {
  if (answerTo(order, 'cancel') === 'end_unpaid') return { kind: 'end', paymentStatus: 'cancelled' };
  if (payment.providerPaymentId === null) return { kind: 'end', paymentStatus: 'refunded' };
  const remaining = remainingCents(order, payment, refunds);
  if (remaining === 0 && refunds.some(isUnderWay)) return { kind: 'wait' };
  const isPartlyBack = returnedCents(payment, refunds) > 0 || refunds.some(isUnderWay);
  return isPartlyBack ? { kind: 'end', paymentStatus: 'refunded' } : { kind: 'give_back', amountCents: remaining };
}
