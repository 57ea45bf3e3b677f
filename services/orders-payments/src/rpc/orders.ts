import type { OrderServiceService } from '@estampa/contracts/orders/v1/orders';
import { reachesAll } from '@estampa/kit/caller';
import type { Handlers } from '@estampa/kit/grpc-server';
import type { Context } from '../context.ts';
import { orderItemMessage } from '../messages/order-item.ts';
import { orderMessage } from '../messages/order.ts';
import { getOrderItem } from '../usecases/get-order-item.ts';
import { getOrder } from '../usecases/get-order.ts';
import { listOrders } from '../usecases/list-orders.ts';
import { payOrder } from '../usecases/pay-order.ts';
import { placeOrder } from '../usecases/place-order.ts';

export const orders: Handlers<typeof OrderServiceService, Context> = {
  async placeOrder(ctx, request) {
    return { order: orderMessage(await placeOrder(ctx, request), seesEarnings(ctx)) };
  },

  async payOrder(ctx, request) {
    const payment = await payOrder(ctx, request);
    return {
      orderId: payment.orderId,
      initPoint: payment.initPoint ?? '',
      sandboxInitPoint: payment.sandboxInitPoint ?? undefined,
      preferenceId: payment.preferenceId ?? '',
    };
  },

  async getOrder(ctx, { id }) {
    return { order: orderMessage(await getOrder(ctx, id), seesEarnings(ctx)) };
  },

  async getOrderItem(ctx, { id }) {
    return { item: orderItemMessage(await getOrderItem(ctx, id), seesEarnings(ctx)) };
  },

  async listOrders(ctx, request) {
    const { orders: found, total } = await listOrders(ctx, request);
    return { orders: found.map((parts) => orderMessage(parts, seesEarnings(ctx))), total };
  },
};

const seesEarnings = ({ caller }: Context): boolean => caller !== null && reachesAll(caller);
