import { z } from 'zod';
import { route } from './route.ts';
import { pathSlug } from './schemas.ts';

/** Of a request's headers, those that stand there once. */
const single = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => typeof value === 'string'));

const Received = z.object({}).meta({ id: 'Received' });

/** As Asaas and as Mercado Pago write them. */
const PaymentWebhook = z
  .union([
    z.looseObject({ id: z.string(), event: z.string(), payment: z.looseObject({ id: z.string() }) }),
    z.looseObject({ type: z.string(), action: z.string(), data: z.looseObject({ id: z.string() }) }),
    z.looseObject({ id: z.string(), event: z.string(), invoice: z.looseObject({ id: z.string() }) }),
  ])
  .meta({
    id: 'PaymentNotice',
    description: 'Asaas: `id`, `event`, `payment` or `invoice`. Mercado Pago: `type`, `action`, `data.id`',
  });

/** As Asaas writes them. */
const TransferWebhook = z
  .looseObject({ id: z.string(), event: z.string(), transfer: z.looseObject({ id: z.string() }) })
  .meta({ id: 'TransferWebhook', description: 'Asaas: `id`, `event`, `transfer`' });
const TransferApproval = z
  .looseObject({ type: z.string(), transfer: z.looseObject({ id: z.string() }).nullish() })
  .meta({ id: 'TransferApproval', description: 'Asaas: `type`, and what is about to leave' });
const ApprovalResponse = z
  .object({
    status: z.enum(['APPROVED', 'REFUSED']).meta({ id: 'TransferApprovalStatus' }),
    refuseReason: z.string().nullable().describe('Null for one that may leave'),
  })
  .meta({ id: 'TransferApprovalResponse', description: 'As Asaas reads it' });

/** As Melhor Envio writes them. */
const ShippingWebhook = z.looseObject({ event: z.string(), data: z.looseObject({ id: z.string() }) }).meta({
  id: 'ShippingNotice',
  description: 'Melhor Envio: `event`, such as `order.posted`, and the label as `data`',
});

export const webhookRoutes = [
  route({
    name: 'receivePaymentNotice',
    method: 'post',
    path: '/webhooks/payments/{provider}',
    auth: 'none',
    summary: 'Notifications of a payment provider, which proves itself as it is agreed with it',
    limit: {
      none: 'all webhooks of a provider come from a few addresses, and one that is rejected is money that is late',
    },
    notIdempotent: 'providers repeat themselves by the ids of their notices',
    params: z.object({ provider: pathSlug }),
    rawBody: PaymentWebhook,
    errors: { 400: ['notice_too_large'], 401: ['bad_signature'], 503: ['too_many_notices'] },
    response: Received,
    async handle({ params, clients, request: { headers, search, rawBody } }) {
      await clients.paymentWebhooks.receivePaymentNotice({
        provider: params.provider,
        headers: single(headers),
        query: search,
        rawBody,
      });
      return {};
    },
  }),

  route({
    name: 'receiveTransferWebhook',
    method: 'post',
    path: '/webhooks/transfers/{provider}',
    auth: 'none',
    summary: 'Notifications of the provider that sends payouts',
    limit: { none: 'all webhooks of a provider come from a few addresses, and one that is rejected is late' },
    notIdempotent: 'the same notice again lets the transfer be read once more',
    params: z.object({ provider: pathSlug }),
    rawBody: TransferWebhook,
    errors: { 400: ['notice_too_large'], 401: ['bad_signature'] },
    response: Received,
    async handle({ params, clients, request: { headers, rawBody } }) {
      await clients.transferWebhooks.receiveTransferWebhook({ ...params, headers: single(headers), rawBody });
      return {};
    },
  }),

  route({
    name: 'receiveTransferApproval',
    method: 'post',
    path: '/webhooks/transfers/{provider}/approval',
    auth: 'none',
    summary: 'Whether a transfer may leave the account: only what a payout run requested',
    limit: { none: 'the provider gives up, and cancels the transfer, after three tries' },
    notIdempotent: 'the same transfer is approved again, and no other one in its place',
    params: z.object({ provider: pathSlug }),
    rawBody: TransferApproval,
    errors: { 400: ['notice_too_large'], 401: ['bad_signature'] },
    response: ApprovalResponse,
    async handle({ params, clients, request: { headers, rawBody } }) {
      const webhook = { ...params, headers: single(headers), rawBody };
      const { isApproved, reason } = await clients.transferWebhooks.approveTransfer(webhook);
      return { status: isApproved ? ('APPROVED' as const) : ('REFUSED' as const), refuseReason: reason ?? null };
    },
  }),

  route({
    name: 'receiveShippingNotice',
    method: 'post',
    path: '/webhooks/shipping/{provider}',
    auth: 'none',
    summary: 'News of parcels from the shipping aggregator',
    description: 'An unsigned request only checks availability and changes nothing.',
    limit: { none: 'all webhooks of a provider come from a few addresses, and it gives up after five tries' },
    notIdempotent: 'the same news again changes nothing',
    params: z.object({ provider: pathSlug }),
    rawBody: ShippingWebhook,
    errors: { 401: ['bad_signature'] },
    response: Received,
    async handle({ params, clients, request: { headers, rawBody } }) {
      await clients.fulfillment.receiveShippingNotice({ ...params, headers: single(headers), rawBody });
      return {};
    },
  }),

  route({
    name: 'greetShippingProvider',
    method: 'get',
    path: '/webhooks/shipping/{provider}',
    auth: 'none',
    summary: 'Tells the shipping aggregator that we are here, when the address is given to it',
    params: z.object({ provider: pathSlug }),
    response: Received,
    handle: async () => ({}),
  }),
];
