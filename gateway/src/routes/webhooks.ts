import { z } from 'zod';
import { route } from '../route.ts';
import { pathSlug } from '../schemas.ts';

/** Of a request's headers, those that stand there once. */
const single = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => typeof value === 'string'));

export const webhookRoutes = [
  route({
    method: 'post',
    path: '/webhooks/payments/{provider}',
    auth: 'none',
    summary: 'Notifications of a payment provider, which proves itself as it is agreed with it',
    uncounted: 'all notices of a provider come from a few addresses, and one that is refused is money that is late',
    unkeyed: 'providers repeat themselves by the ids of their notices',
    params: z.object({ provider: pathSlug }),
    rawBody: true,
    answer: z.object({}),
    async handle({ params, clients, request: { headers, search, rawBody } }) {
      await clients.paymentNotices.receivePaymentNotice({
        provider: params.provider,
        headers: single(headers),
        query: search,
        rawBody,
      });
      return {};
    },
  }),

  route({
    method: 'post',
    path: '/webhooks/shipping/{provider}',
    auth: 'none',
    summary:
      'News of parcels from the shipping aggregator; what is not signed asks whether we are here, and changes nothing',
    uncounted: 'all notices of a provider come from a few addresses, and it gives up after five tries',
    unkeyed: 'the same news again changes nothing',
    params: z.object({ provider: pathSlug }),
    rawBody: true,
    answer: z.object({}),
    async handle({ params, clients, request: { headers, rawBody } }) {
      await clients.fulfillment.receiveShippingNotice({ ...params, headers: single(headers), rawBody });
      return {};
    },
  }),

  route({
    method: 'get',
    path: '/webhooks/shipping/{provider}',
    auth: 'none',
    summary: 'Tells the shipping aggregator that we are here, when the address is given to it',
    params: z.object({ provider: pathSlug }),
    answer: z.object({}),
    handle: async () => ({}),
  }),
];
