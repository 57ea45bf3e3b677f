import type { Order, OrderServiceService } from '@estampa/contracts/orders/v1/order';
import { reachesAll } from '@estampa/kit/rpc/caller';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import type { Context } from '../context.ts';
import type { ShownParts } from '../db/order-parts.ts';
import { invoiceMessage } from '../messages/invoice.ts';
import { orderItemMessage } from '../messages/order-item.ts';
import { orderMessage, recipientMessage, sellersOrderMessage } from '../messages/order.ts';
import { receiptUrlOf } from '../messages/receipt.ts';
import { paymentLinkMessage } from '../messages/payment.ts';
import { latePaymentMessage, refundMessage, refundOutcomeMessage, toRefundLine } from '../messages/refund.ts';
import { sellersItemMessage } from '../messages/sellers-item.ts';
import { cancelOrder } from '../usecases/refunds/cancel-order.ts';
import { devPayOrder } from '../usecases/checkout/dev-pay-order.ts';
import { giveUpRefund, settleRefund } from '../usecases/refunds/end-refund.ts';
import { findInvoice } from '../usecases/invoices/find-invoice.ts';
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
    return { order: ownOrder(context, await placeOrder(context, request)) };
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
    return { order: ownOrder(context, await cancelOrder(context, orderId)) };
  },

  devPayOrder: command(
    (context, { orderId }) => devPayOrder(context, orderId),
    (parts, context) => ({ order: ownOrder(context, parts) }),
    { callsOthers: false },
  ),

  async listSellerOrders(context, request) {
    const { rows, ...rest } = await listSellerOrders(context, request);
    return { orders: rows.map(sellersOrderMessage), ...rest };
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
    const parts = await getOrder(context, id);
    const invoice = isAdmin(context) ? await findInvoice(context, id) : undefined;
    const { orderNumber } = parts.order;
    return { order: { ...ownOrder(context, parts), invoice: invoice && invoiceMessage(invoice, orderNumber) } };
  },

  async getOrderItem(context, { id }) {
    return { item: orderItemMessage(await getOrderItem(context, id), isAdmin(context)) };
  },

  async listOrders(context, request) {
    const { rows, ...rest } = await listOrders(context, request);
    return { orders: rows.map((parts) => ownOrder(context, parts)), ...rest };
  },

  async getRecipient(context, { orderId }) {
    const order = await getRecipient(context, orderId);
    const invoice = await findInvoice(context, orderId);
    return { recipient: recipientMessage(order, invoice ?? null) };
  },
};

/** An order for its buyer or an admin: they may pass on the link of its receipt. */
const ownOrder = (context: Context, parts: ShownParts): Order => ({
  ...orderMessage(parts, isAdmin(context)),
  receiptUrl: receiptUrlOf(context, parts.order),
});

const isAdmin = ({ caller }: Context): boolean => caller !== null && reachesAll(caller);
