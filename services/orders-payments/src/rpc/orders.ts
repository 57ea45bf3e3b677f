import type { OrderServiceService } from '@estampa/contracts/orders/v1/order';
import { reachesAll } from '@estampa/kit/rpc/caller';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import type { Context } from '../context.ts';
import { orderItemMessage } from '../messages/order-item.ts';
import { orderMessage, recipientMessage, sellersOrderMessage } from '../messages/order.ts';
import { paymentLinkMessage } from '../messages/payment.ts';
import { latePaymentMessage, refundMessage, refundOutcomeMessage, toRefundLine } from '../messages/refund.ts';
import { sellersItemMessage } from '../messages/sellers-item.ts';
import { cancelOrder } from '../usecases/refunds/cancel-order.ts';
import { devPayOrder } from '../usecases/checkout/dev-pay-order.ts';
import { giveUpRefund, settleRefund } from '../usecases/refunds/end-refund.ts';
import { getOrderItem } from '../usecases/orders/get-order-item.ts';
import { getOrder } from '../usecases/orders/get-order.ts';
import { getRecipient } from '../usecases/orders/get-recipient.ts';
import { listLatePayments } from '../usecases/refunds/list-late-payments.ts';
import { listRefunds } from '../usecases/refunds/list-refunds.ts';
import { listOrders } from '../usecases/orders/list-orders.ts';
import { listSellerItems, listSellerOrders } from '../usecases/orders/list-seller-orders.ts';
import { payOrder } from '../usecases/checkout/pay-order.ts';
import { placeOrder } from '../usecases/checkout/place-order.ts';
import { refundOrder } from '../usecases/refunds/refund-order.ts';
import { retryRefund } from '../usecases/refunds/retry-refund.ts';

export const orders: Handlers<typeof OrderServiceService, Context> = {
  async placeOrder(context, request) {
    return { order: orderMessage(await placeOrder(context, request), isAdmin(context)) };
  },

  async payOrder(context, request) {
    return paymentLinkMessage(await payOrder(context, request));
  },

  async refundOrder(context, request) {
    return refundOutcomeMessage(await refundOrder(context, { ...request, lines: request.lines.map(toRefundLine) }));
  },

  async listRefunds(context, request) {
    const { refunds, total } = await listRefunds(context, request);
    return { refunds: refunds.map((refund) => refundMessage(refund, isAdmin(context))), total };
  },

  async retryRefund(context, request) {
    return { refund: refundMessage(await retryRefund(context, request), true) };
  },

  settleRefund: command(settleRefund, (refund) => ({ refund: refundMessage(refund, true) }), { callsOthers: false }),
  giveUpRefund: command(giveUpRefund, (refund) => ({ refund: refundMessage(refund, true) }), { callsOthers: false }),

  async cancelOrder(context, { orderId }) {
    return { order: orderMessage(await cancelOrder(context, orderId), isAdmin(context)) };
  },

  devPayOrder: command(
    (context, { orderId }) => devPayOrder(context, orderId),
    (parts, context) => ({ order: orderMessage(parts, isAdmin(context)) }),
    { callsOthers: false },
  ),

  async listSellerOrders(context, request) {
    const { rows, ...rest } = await listSellerOrders(context, request);
    return { orders: rows.map((parts) => sellersOrderMessage(parts, true)), ...rest };
  },

  async listSellerItems(context, request) {
    const { rows, ...rest } = await listSellerItems(context, request);
    return { items: rows.map(sellersItemMessage), ...rest };
  },

  async listLatePayments(context, request) {
    const { latePayments, total } = await listLatePayments(context, request);
    return { latePayments: latePayments.map(latePaymentMessage), total };
  },

  async getOrder(context, { id }) {
    return { order: orderMessage(await getOrder(context, id), isAdmin(context)) };
  },

  async getOrderItem(context, { id }) {
    return { item: orderItemMessage(await getOrderItem(context, id), isAdmin(context)) };
  },

  async listOrders(context, request) {
    const { rows, ...rest } = await listOrders(context, request);
    return { orders: rows.map((parts) => orderMessage(parts, isAdmin(context))), ...rest };
  },

  async getRecipient(context, { orderId }) {
    return { recipient: recipientMessage(await getRecipient(context, orderId)) };
  },
};

const isAdmin = ({ caller }: Context): boolean => caller !== null && reachesAll(caller);
