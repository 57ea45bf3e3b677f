import { z } from 'zod';
import { route } from './route.ts';
import { cents, id, listOf, pageQuery, pathId, shownCents, text } from './schemas.ts';
import { RefundJson, refundView } from '../views/refund.ts';
import { PAID_ORDER_VIEWS } from './paid-orders.ts';

export const REFUND_LINES_MAX = 100;
export const NOTE_MAX_CHARACTERS = 500;

const OfOrder = z.object({ orderId: pathId });
const ById = z.object({ orderId: pathId, refundId: pathId });
const Note = z.object({ note: text(1, NOTE_MAX_CHARACTERS).describe('What was done and by whom; admins can read it') });

const amountCents = cents.min(1);
const Line = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('item').describe('For one item'),
    orderItemId: id.describe('The item of the order'),
    amountCents: amountCents.describe('Lowers the earning of this item alone'),
  }),
  z.object({
    type: z.literal('shipping').describe('For what sending cost'),
    amountCents: amountCents.describe('Reduces no earning'),
  }),
  z.object({
    type: z.literal('goodwill').describe('For nothing of the order, such as an apology'),
    amountCents: amountCents.describe('Reduces no earning'),
  }),
]);

export const orderRefundRoutes = [
  route({
    name: 'refundOrder',
    method: 'post',
    path: '/orders/{orderId}/refund',
    auth: 'admin',
    summary: 'Give back all or a part of what was paid',
    description: [
      'What is not done at the provider yet is pending, also while its account holds too little: it goes on by itself.',
      'Lines say what it is for: an item’s lowers that item’s earning alone, and never more than the item cost over all refunds;',
      'shipping and goodwill lower none. Without lines the amount is spread over all items.',
      'After a 503 the same Idempotency-Key goes on with the same refund, and never makes a second one.',
    ].join(' '),
    params: OfOrder,
    body: z.object({
      amountCents: amountCents.nullish().describe('The sum of the lines, else all that remains, when absent'),
      lines: z.array(Line).max(REFUND_LINES_MAX).nullish().describe('Their sum is amountCents'),
    }),
    settles: PAID_ORDER_VIEWS,
    errors: {
      400: ['wrong_state', 'not_refundable', 'refund_too_large', 'refund_refused', 'unknown_reference'],
      503: ['payment_gateway_unavailable'],
    },
    response: z
      .object({
        orderId: id.describe('The order'),
        refundId: id.describe('What it is followed and retried by'),
        amountCents: shownCents.describe('What goes back to the buyer by this refund'),
        totalRefundedCents: shownCents.describe('What is back, not what is on its way'),
        status: z.enum(['partial_refund', 'refunded', 'pending']).meta({
          id: 'RefundStatus',
          description:
            'partial_refund: done, something remains; refunded: done, nothing remains; pending: goes on by itself',
        }),
        payerActionUrl: z
          .string()
          .nullable()
          .describe('Where the buyer says where the money goes, when the provider has to know'),
      })
      .meta({ id: 'Refund' }),
    async handle({ params, body, clients }) {
      const lines = (body.lines ?? []).map((line) => ({ orderItemId: undefined, ...line }));
      const requested = { ...params, amountCents: body.amountCents ?? undefined, lines };
      const refund = await clients.orders.refundOrder(requested);
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
    name: 'listRefunds',
    method: 'get',
    path: '/orders/{orderId}/refunds',
    auth: 'user',
    owner: 'buyer',
    summary: 'Everything that goes back of an order, newest first',
    params: OfOrder,
    query: z.object(pageQuery),
    response: listOf('refunds', RefundJson),
    async handle({ params, query, clients }) {
      const { refunds, total } = await clients.orders.listRefunds({ ...params, page: query });
      return { refunds: refunds.map(refundView), total, ...query };
    },
  }),

  route({
    name: 'retryRefund',
    method: 'post',
    path: '/orders/{orderId}/refunds/{refundId}/retry',
    auth: 'admin',
    summary: 'Retry a refund that the provider rejected',
    description:
      'Also at once for one that waits for its next try. What the provider has taken up cannot be tried again.',
    params: ById,
    settles: PAID_ORDER_VIEWS,
    errors: {
      400: ['wrong_state', 'refund_too_large', 'refund_refused'],
      503: ['payment_gateway_unavailable'],
    },
    response: RefundJson,
    async handle({ params, clients }) {
      return refundView((await clients.orders.retryRefund(params)).refund!);
    },
  }),

  route({
    name: 'settleRefund',
    method: 'post',
    path: '/orders/{orderId}/refunds/{refundId}/settled-by-hand',
    auth: 'admin',
    summary: 'Take a refund for done that a person made elsewhere',
    params: ById,
    body: Note,
    settles: PAID_ORDER_VIEWS,
    errors: { 400: ['wrong_state', 'refund_too_large'] },
    response: RefundJson,
    async handle({ params, body, clients }) {
      return refundView((await clients.orders.settleRefund({ ...params, ...body })).refund!);
    },
  }),

  route({
    name: 'giveUpRefund',
    method: 'post',
    path: '/orders/{orderId}/refunds/{refundId}/give-up',
    auth: 'admin',
    summary: 'Wait no more for a payer who does not say where the money goes',
    description:
      'The order is as before, and the amount can be refunded again. Should its payer act all the same, that counts.',
    params: ById,
    body: Note,
    settles: PAID_ORDER_VIEWS,
    errors: { 400: ['wrong_state'] },
    response: RefundJson,
    async handle({ params, body, clients }) {
      return refundView((await clients.orders.giveUpRefund({ ...params, ...body })).refund!);
    },
  }),
];
