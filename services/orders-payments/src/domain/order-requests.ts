import { DomainError, wrongState } from '@estampa/kernel/errors';
import type { Order, OrderItem, PaymentStatus } from './order.ts';
import type { PaymentAccount } from './payment-account.ts';
import type { ProviderPayment } from './payment.ts';
import { refundAmount, type RefundLine } from './refund.ts';
import { amountOfLines } from './refund-lines.ts';

export type OrderRequest = 'pay' | 'dev_pay' | 'refund' | 'cancel';
type Decision = 'start_payment' | 'approve' | 'give_back' | 'end_unpaid' | 'end_paid' | 'reject';

/** The complete table of decisions: the effect of each request in each state. */
export const RESPONSES: Readonly<Record<PaymentStatus, Readonly<Record<OrderRequest, Decision>>>> = {
  pending: { pay: 'start_payment', dev_pay: 'approve', refund: 'reject', cancel: 'end_unpaid' },
  rejected: { pay: 'start_payment', dev_pay: 'approve', refund: 'reject', cancel: 'end_unpaid' },
  approved: { pay: 'reject', dev_pay: 'reject', refund: 'give_back', cancel: 'end_paid' },
  refunded: { pay: 'reject', dev_pay: 'reject', refund: 'reject', cancel: 'reject' },
  cancelled: { pay: 'reject', dev_pay: 'reject', refund: 'reject', cancel: 'reject' },
};

const CANNOT_BE: Readonly<Record<OrderRequest, string>> = {
  pay: 'paid',
  dev_pay: 'paid',
  refund: 'refunded',
  cancel: 'cancelled',
};

export function decisionOn({ paymentStatus }: Pick<Order, 'paymentStatus'>, request: OrderRequest): Decision {
  const response = RESPONSES[paymentStatus][request];
  if (response !== 'reject') return response;
  throw wrongState(`The order is ${paymentStatus} and cannot be ${CANNOT_BE[request]}`);
}

type RefundRequest = { amountCents: number | null; lines: readonly RefundLine[] };

/** What goes back, and of which payment. */
export type PlannedRefund = { payment: ProviderPayment; amountCents: number };

/** The amount of a refund is the sum of its lines, else the requested amount, else all that remains. */
export function planRefund(
  { order, items, account }: { order: Order; items: readonly OrderItem[]; account: PaymentAccount },
  { amountCents, lines }: RefundRequest,
): PlannedRefund {
  decisionOn(order, 'refund');
  const { payment } = account;
  if (payment.providerPaymentId === null) {
    const message = 'The order was paid without a payment provider: nothing can be given back there';
    throw new DomainError('invalid', 'not_refundable', message);
  }
  const requested = lines.length > 0 ? amountOfLines(lines, amountCents, { items, account }) : amountCents;
  return { payment, amountCents: refundAmount(account.remainingCents, requested) };
}

export type Cancellation =
  /** There is nothing to refund: the order ends now. */
  | { kind: 'end'; paymentStatus: 'cancelled' | 'refunded' }
  /** Everything goes back first. */
  | ({ kind: 'give_back' } & PlannedRefund)
  /** The outcome of a pending refund decides how the order ends. */
  | { kind: 'wait' };

/**
 * The effect of a cancellation. To retain a part, the other part is refunded before; only a refund that is done counts as that.
 */
export function planCancel(order: Order, account: PaymentAccount): Cancellation {
  if (decisionOn(order, 'cancel') === 'end_unpaid') return { kind: 'end', paymentStatus: 'cancelled' };
  const { payment } = account;
  if (payment.providerPaymentId === null) return { kind: 'end', paymentStatus: 'refunded' };
  if (account.requestedUnderWay.length > 0) return { kind: 'wait' };
  const isPartlyBack = account.returnedOfOrderCents > 0;
  if (isPartlyBack) return { kind: 'end', paymentStatus: 'refunded' };
  const amountCents = account.remainingCents;
  return amountCents > 0 ? { kind: 'give_back', payment, amountCents } : { kind: 'wait' };
}
