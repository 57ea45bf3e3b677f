import { z } from 'zod';
import { route } from './route.ts';
import { listOf, pageQuery, pathId } from './schemas.ts';
import { LatePaymentJson, latePaymentView, ReturnState } from '../views/late-payment.ts';
import { OrderJson, orderView } from '../views/order.ts';
import { PAID_ORDER_VIEWS } from './paid-orders.ts';

const ById = z.object({ orderId: pathId });

export const orderMoneyRoutes = [
  route({
    name: 'cancelOrder',
    method: 'post',
    path: '/orders/{orderId}/cancel',
    auth: 'admin',
    summary: 'End an order',
    description: [
      'What was paid goes back, unless a part of it has before. The order stays approved until the provider has done it',
      '(refundPendingCents; GET /orders/{orderId}/refunds tells what it waits for), and when that is denied.',
    ].join(' '),
    params: ById,
    errors: { 400: ['wrong_state', 'refund_refused'], 503: ['payment_gateway_unavailable'] },
    settles: PAID_ORDER_VIEWS,
    response: OrderJson,
    async handle({ params, clients, imageUrl }) {
      const { order } = await clients.orders.cancelOrder(params);
      return orderView(order!, imageUrl);
    },
  }),

  route({
    name: 'devPayOrder',
    method: 'post',
    path: '/orders/{orderId}/dev-pay',
    auth: 'user',
    owner: 'buyer',
    summary: 'Take an order for paid',
    description: 'In development only.',
    params: ById,
    errors: { 400: ['wrong_state'] },
    settles: [...PAID_ORDER_VIEWS, 'media-render'],
    response: OrderJson,
    async handle({ params, clients, imageUrl }) {
      const { order } = await clients.orders.devPayOrder(params);
      return orderView(order!, imageUrl);
    },
  }),

  route({
    name: 'listLatePayments',
    method: 'get',
    path: '/payments/late',
    auth: 'admin',
    summary: 'Money that came too late, twice or below the total, newest first, and what became of it',
    query: z.object({ state: ReturnState.optional(), ...pageQuery }),
    response: listOf('latePayments', LatePaymentJson),
    async handle({ query: { state, ...page }, clients }) {
      const { latePayments, total } = await clients.orders.listLatePayments({ state, page });
      return { latePayments: latePayments.map(latePaymentView), total, ...page };
    },
  }),
];
