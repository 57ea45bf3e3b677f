import type { Order } from './order.ts';
import type { PaymentAccount } from './payment-account.ts';

/**
 * What an order shows of the money that went back; null when there is nothing new. Only money that is back counts. An order
 * that is being cancelled ends when nothing is under way any more: as refunded, or as before when what a cancellation itself
 * asked for was denied, since then more is kept than anybody decided to keep: whoever cancels it again decides that.
 */
export function settleRefunds(
  order: Order,
  account: PaymentAccount,
): { event: 'order_refunded' | 'order_partially_refunded' | null } | null {
  if (order.paidAt === null || order.currentPaymentId !== account.payment.id) return null;
  const returned = Math.min(account.returnedOfOrderCents, order.totalCents);
  const isNews = returned > order.totalRefundedCents;
  order.totalRefundedCents = Math.max(returned, order.totalRefundedCents);
  if (order.paymentStatus !== 'approved') return isNews ? { event: null } : null;
  const isClosed = order.isClosing && account.requestedUnderWay.length === 0;
  if (isClosed) order.isClosing = false;
  const isDenied = account.refunds.some(({ reason, status }) => reason === 'cancel' && status === 'failed');
  if (returned >= order.totalCents || (isClosed && !isDenied && order.totalRefundedCents > 0)) {
    Object.assign(order, { paymentStatus: 'refunded', isDisputed: false, isClosing: false });
    return { event: 'order_refunded' };
  }
  return isNews ? { event: 'order_partially_refunded' } : null;
}

/** All of what was paid is on its way back: nothing of the order may leave the house or be paid out meanwhile. */
export const isEnding = (order: Order, account: PaymentAccount): boolean =>
  order.paymentStatus === 'approved' &&
  (order.isClosing || order.totalRefundedCents + account.pendingCents >= order.totalCents);
