import type { Order } from './order.ts';
import type { Payment } from './payment.ts';
import { type Refund, returnedCents } from './refund.ts';

/** What an order shows of the money that went back; null when there is nothing new. Only money that is back counts. */
export function settleRefunds(
  order: Order,
  payment: Payment,
  refunds: readonly Refund[],
): { event: 'order_refunded' | 'order_partially_refunded' | null } | null {
  if (order.paidAt === null || order.currentPaymentId !== payment.id) return null;
  const returned = Math.min(returnedCents(payment, refunds), order.totalCents);
  const isNews = returned > order.totalRefundedCents;
  order.totalRefundedCents = Math.max(returned, order.totalRefundedCents);
  if (order.paymentStatus !== 'approved') return isNews ? { event: null } : null;
  if (returned >= order.totalCents) {
    Object.assign(order, { paymentStatus: 'refunded', isDisputed: false });
    return { event: 'order_refunded' };
  }
  return isNews ? { event: 'order_partially_refunded' } : null;
}
