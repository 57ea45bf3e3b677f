import { z } from 'zod';
import { ProviderError, type ShippingAggregator } from '../domain/shipping-aggregator.ts';
import { callMelhorEnvio, type MelhorEnvioAccess } from './melhor-envio-http.ts';
import {
  OrderShape,
  OrdersShape,
  statusOf,
  toCart,
  toLabel,
  toTracking,
  TrackingShape,
} from './melhor-envio-shapes.ts';
import { proofOf, readWebhook } from './melhor-envio-webhooks.ts';
import { QuotesShape, toCalculation, toQuotes } from './melhor-envio-quotes.ts';

/** The one reason that is taken from integrations. */
const CANCEL_REASON = 2;

const ALREADY = /j[áa] (foi )?gerad|already/i;

const UNPROCESSABLE = 422;

/** A buyer waits for it. */
const QUOTE_TIMEOUT_MS = 3_000;

/** By the provider's ids: what is taken when the buyer chose none, and what buyers may choose. */
export type Services = { usual: number; offered: readonly number[] };

/** Melhor Envio's REST interface, version 2. */
export function melhorEnvio(
  access: MelhorEnvioAccess & { webhookSecrets: readonly string[] },
  services: Services,
  fromCep: string,
): ShippingAggregator {
  const chosen = (code: string | null) => services.offered.find((id) => String(id) === code) ?? services.usual;
  const get = <S extends z.ZodType>(path: string, response: S) =>
    callMelhorEnvio(access, { method: 'GET', path }, response);
  const post = <S extends z.ZodType>(path: string, body: unknown, response: S) =>
    callMelhorEnvio(access, { method: 'POST', path, body }, response);

  return {
    name: 'melhorenvio',

    async quote(trip) {
      const body = toCalculation(trip, fromCep, services.offered);
      const inTime = { ...access, timeoutMs: Math.min(access.timeoutMs, QUOTE_TIMEOUT_MS) };
      const request = { method: 'POST', path: '/shipment/calculate', body } as const;
      return toQuotes(await callMelhorEnvio(inTime, request, QuotesShape), services.offered);
    },

    async addToCart(request) {
      return (await post('/cart', toCart(request, chosen(request.serviceCode)), z.object({ id: z.string() }))).id;
    },

    async findByTag(tag) {
      const isIt = (order: z.output<typeof OrderShape>) =>
        order.tags?.some((one) => one.tag === tag) && statusOf(order.status) !== 'cancelled';
      const found = (await get(`/orders/search?q=${encodeURIComponent(tag)}`, OrdersShape)).find(isIt);
      // What is not bought yet may be in the cart only.
      return (found ?? (await get('/cart', OrdersShape)).find(isIt))?.id ?? null;
    },

    async read(labelId) {
      const id = encodeURIComponent(labelId);
      const order = (await orNull(get(`/orders/${id}`, OrderShape))) ?? (await orNull(get(`/cart/${id}`, OrderShape)));
      return order && toLabel(order);
    },

    async purchase(labelId) {
      const bought = post('/shipment/checkout', { orders: [labelId] }, z.object({ purchase: z.object({}) }));
      await bought.catch(throwUnpaid);
    },

    async generate(labelId) {
      const outcome = z.object({ status: z.boolean(), message: z.string().nullish() });
      const said = (await post('/shipment/generate', { orders: [labelId] }, z.record(z.string(), z.unknown())))[
        labelId
      ];
      const { data } = outcome.safeParse(said);
      if (data && !data.status && !ALREADY.test(data.message ?? '')) {
        throw new ProviderError('rejected', 'The carrier did not generate the label');
      }
    },

    async printUrl(labelId) {
      return (await post('/shipment/print', { mode: 'private', orders: [labelId] }, z.object({ url: z.url() }))).url;
    },

    async drop(labelId) {
      await callMelhorEnvio(access, { method: 'DELETE', path: `/cart/${encodeURIComponent(labelId)}` }, z.unknown());
    },

    async cancel(labelId) {
      const order = { id: labelId, reason_id: CANCEL_REASON, description: 'The order was cancelled' };
      const said = (await post('/shipment/cancel', { order }, z.record(z.string(), z.unknown())))[labelId];
      return z.object({ canceled: z.literal(true) }).safeParse(said).success;
    },

    async track(labelIds) {
      const said = await post('/shipment/tracking', { orders: labelIds }, TrackingShape);
      return new Map(Object.entries(said).map(([labelId, one]) => [labelId, toTracking(one)]));
    },

    proofOf: (webhook) => proofOf(webhook, access.webhookSecrets),
    readWebhook,
  };
}

/**
 * Checkout is sent a label's id and nothing else, and a label that an earlier request may have named is read first: what
 * is rejected then is the payment.
 */
function throwUnpaid(error: unknown): never {
  if (!(error instanceof ProviderError) || error.httpStatus !== UNPROCESSABLE) throw error;
  throw new ProviderError('no_balance', `The label could not be paid for yet (${UNPROCESSABLE})`, UNPROCESSABLE);
}

const orNull = <T>(response: Promise<T>): Promise<T | null> =>
  response.catch((error: unknown) => {
    if (error instanceof ProviderError && error.kind === 'not_found') return null;
    throw error;
  });
