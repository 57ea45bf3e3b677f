import type { ServiceName } from '@estampa/kernel/topics';
import { z } from 'zod';
import { route } from '../route.ts';
import { cents, id, listOf, pageQuery, pathId, shownCents } from '../schemas.ts';
import { LatePaymentJson, latePaymentView, ReturnState } from '../views/late-payment.ts';
import { OrderJson, orderView } from '../views/order.ts';

const ById = z.object({ orderId: pathId });

/** Who keeps whether an order is paid. */
const KEEP_PAID_ORDERS: readonly ServiceName[] = ['storefront', 'payouts', 'fulfillment-shipping'];

export const orderMoneyRoutes = [
  route({
    name: 'refundOrder',
    method: 'post',
    path: '/orders/{orderId}/refund',
    auth: 'admin',
    summary: 'Give back all or a part of what was paid',
    description: 'What is not done at the provider yet is pending.',
    params: ById,
    body: z.object({ amountCents: cents.min(1).nullish().describe('All that remains when absent') }),
    refusals: {
      400: ['wrong_state', 'not_refundable', 'refund_too_large', 'refund_refused'],
      503: ['payment_gateway_unavailable'],
    },
    settles: KEEP_PAID_ORDERS,
    answer: z
      .object({
        orderId: id,
        refundId: id,
        amountCents: shownCents,
        totalRefundedCents: shownCents.describe('What is back, not what is on its way'),
        status: z.enum(['partial_refund', 'refunded', 'pending']).meta({ id: 'RefundStatus' }),
        payerActionUrl: z
          .string()
          .nullable()
          .describe('Where the buyer says where the money goes, when the provider has to know'),
      })
      .meta({ id: 'Refund' }),
    async handle({ params, body, clients }) {
      const refund = await clients.orders.refundOrder({ ...params, amountCents: body.amountCents ?? undefined });
      return {
        orderId: refund.orderId,
        refundId: refund.refundId,
        amountCents: refund.amountCents,
        totalRefundedCents: refund.totalRefundedCents,
        status: refund.status as 'partial_refund' | 'refunded' | 'pending',
        payerActionUrl: refund.payerActionUrl ?? null,
      };
    },
  }),

  route({
    name: 'cancelOrder',
    method: 'post',
    path: '/orders/{orderId}/cancel',
    auth: 'admin',
    summary: 'End an order',
    description: 'What was paid goes back, unless a part of it has before.',
    params: ById,
    refusals: { 400: ['wrong_state', 'refund_refused'], 503: ['payment_gateway_unavailable'] },
    settles: KEEP_PAID_ORDERS,
    answer: OrderJson,
    async handle({ params, clients, pictureUrl }) {
      const { order } = await clients.orders.cancelOrder(params);
      return orderView(order!, pictureUrl);
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
    refusals: { 400: ['wrong_state'] },
    settles: [...KEEP_PAID_ORDERS, 'media-render'],
    answer: OrderJson,
    async handle({ params, clients, pictureUrl }) {
      const { order } = await clients.orders.devPayOrder(params);
      return orderView(order!, pictureUrl);
    },
  }),

  route({
    name: 'listLatePayments',
    method: 'get',
    path: '/payments/late',
    auth: 'admin',
    summary: 'Money that came too late, twice or below the total, newest first, and what became of it',
    query: z.object({ state: ReturnState.optional(), ...pageQuery }),
    answer: listOf('latePayments', LatePaymentJson),
    async handle({ query: { state, ...page }, clients }) {
      const { latePayments, total } = await clients.orders.listLatePayments({ state, page });
      return { latePayments: latePayments.map(latePaymentView), total, ...page };
    },
  }),
];
