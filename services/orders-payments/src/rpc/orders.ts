import type { OrderServiceService } from '@estampa/contracts/orders/v1/orders';
import { reachesAll } from '@estampa/kit/caller';
import type { Handlers } from '@estampa/kit/grpc-server';
import type { Context } from '../context.ts';
import { orderItemMessage } from '../messages/order-item.ts';
import { orderMessage, recipientMessage } from '../messages/order.ts';
import { paymentLinkMessage } from '../messages/payment.ts';
import { getOrderItem } from '../usecases/get-order-item.ts';
import { getOrder } from '../usecases/get-order.ts';
import { getRecipient } from '../usecases/get-recipient.ts';
import { listOrders } from '../usecases/list-orders.ts';
import { payOrder } from '../usecases/pay-order.ts';
import { placeOrder } from '../usecases/place-order.ts';

export const orders: Handlers<typeof OrderServiceService, Context> = {
  async placeOrder(context, request) {
    return { order: orderMessage(await placeOrder(context, request), seesEarnings(context)) };
  },

  async payOrder(context, request) {
    return paymentLinkMessage(await payOrder(context, request));
  },

  async getOrder(context, { id }) {
    return { order: orderMessage(await getOrder(context, id), seesEarnings(context)) };
  },

  async getOrderItem(context, { id }) {
    return { item: orderItemMessage(await getOrderItem(context, id), seesEarnings(context)) };
  },

  async listOrders(context, request) {
    const { orders: found, total } = await listOrders(context, request);
    return { orders: found.map((parts) => orderMessage(parts, seesEarnings(context))), total };
  },

  async getRecipient(context, { orderId }) {
    return { recipient: recipientMessage(await getRecipient(context, orderId)) };
  },
};

const seesEarnings = ({ caller }: Context): boolean => caller !== null && reachesAll(caller);
