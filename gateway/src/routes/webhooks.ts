import { z } from 'zod';
import { route } from '../route.ts';
import { pathSlug } from '../schemas.ts';

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
        headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => typeof value === 'string')),
        query: search,
        rawBody,
      });
      return {};
    },
  }),
];
