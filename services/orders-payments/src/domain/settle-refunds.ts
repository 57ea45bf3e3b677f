import type { Order } from './order.ts';
import type { PaymentAccount } from './payment-account.ts';

/**
 * Applies what was refunded to the order; null if its state stays. Pending refunds do not count. An order that is being cancelled
 * ends as refunded when no refund is pending. If a refund of the cancellation itself was denied, it stays approved instead: more
 * would be retained than was decided, so that needs another cancellation.
 */
export function settleRefunds(
  order: Order,
  account: PaymentAccount,
): 'order_refunded' | 'order_partially_refunded' | null {
  if (order.paidAt === null || order.currentPaymentId !== account.payment.id) return null;
  const returned = Math.min(account.returnedOfOrderCents, order.totalCents);
  const isNews = returned > order.totalRefundedCents;
  order.totalRefundedCents = Math.max(returned, order.totalRefundedCents);
  if (order.paymentStatus !== 'approved') return null;
  const isClosed = order.isClosing && account.requestedUnderWay.length === 0;
  if (isClosed) order.isClosing = false;
  const isDenied = account.refunds.some(({ reason, status }) => reason === 'cancel' && status === 'failed');
  if (returned >= order.totalCents || (isClosed && !isDenied && order.totalRefundedCents > 0)) {
    Object.assign(order, { paymentStatus: 'refunded', isDisputed: false, isClosing: false });
    return 'order_refunded';
  }
  return isNews ? 'order_partially_refunded' : null;
}

/** True if everything that was paid is being refunded: until that ends, no item may be shipped or paid out. */
export const isEnding = (order: Order, account: PaymentAccount): boolean =>
  order.paymentStatus === 'approved' &&
  (order.isClosing || order.totalRefundedCents + account.pendingCents >= order.totalCents);
