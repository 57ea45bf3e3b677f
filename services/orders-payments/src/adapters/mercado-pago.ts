import { z } from 'zod';
import type { PaymentSnapshot } from '../domain/payment.ts';
import { closePreference, mercadoPagoCancel } from './mercado-pago-cancel.ts';
import { isSigned, parseWebhook } from './mercado-pago-webhook.ts';
import { MercadoPagoPayment, toSnapshot } from './mercado-pago-payment.ts';
import { Preference, toCharge, toPreference } from './mercado-pago-preference.ts';
import { mercadoPagoRefund } from './mercado-pago-refund.ts';
import { type PaymentGateway, unfundedWhen } from './payment-gateway.ts';
import { nullWhenNotFound, providerHttp } from '@estampa/kit/provider/provider-http';

const FOUND_MAX = 100;
/** Mercado Pago needs no customer record. */
const NO_CUSTOMER = 'none';
const ZONE = '-03:00';
/** The code of a refund that the balance does not cover. */
const UNFUNDED = '2084';

const Found = z.object({
  paging: z.object({ total: z.number() }),
  results: z.array(MercadoPagoPayment).max(FOUND_MAX),
});
const FoundPreferences = z.object({
  elements: z.array(z.object({ id: z.string(), date_created: z.string(), expires: z.boolean().nullish() })).nullish(),
});
const ErrorBody = z.object({
  error: z.string().nullish(),
  cause: z.array(z.object({ code: z.union([z.string(), z.number()]).nullish() })).nullish(),
});

/** Two secrets are accepted during a rotation. */
type Options = { baseUrl: string; accessToken: string; webhookSecrets: readonly string[] };

/** Mercado Pago: a preference is the payment page, and each attempt to pay it is a payment of its own. */
export function mercadoPago({ baseUrl, accessToken, webhookSecrets }: Options): PaymentGateway {
  const call = providerHttp({ baseUrl, headers: { Authorization: `Bearer ${accessToken}` }, codesIn });

  const getPayment = (paymentId: string, signal: AbortSignal): Promise<PaymentSnapshot | null> =>
    call({ method: 'GET', path: `/v1/payments/${encodeURIComponent(paymentId)}`, signal }, MercadoPagoPayment).then(
      toSnapshot,
      nullWhenNotFound,
    );

  const search = (query: Record<string, string>, signal: AbortSignal) => {
    const all = new URLSearchParams({ sort: 'date_created', limit: String(FOUND_MAX), ...query });
    return call({ method: 'GET', path: `/v1/payments/search?${all.toString()}`, signal }, Found);
  };

  const findByReference = async (reference: string, signal: AbortSignal): Promise<PaymentSnapshot[]> =>
    (await search({ external_reference: reference, criteria: 'desc' }, signal)).results.map(toSnapshot);

  const listPeriod = async (period: Record<string, string>, cursor: string | null, signal: AbortSignal) => {
    const offset = Number(cursor ?? 0);
    const { paging, results } = await search({ ...period, criteria: 'asc', offset: String(offset) }, signal);
    const next = offset + results.length;
    return { payments: results.map(toSnapshot), next: results.length > 0 && next < paging.total ? `${next}` : null };
  };

  return {
    name: 'mercadopago',
    markOf: () => NO_CUSTOMER,
    ensureCustomer: async () => NO_CUSTOMER,
    detailsOf: () => NO_CUSTOMER,
    updateCustomer: async () => {},

    async createCharge(_customer, charge, signal) {
      const headers = { 'X-Idempotency-Key': charge.reference };
      const body = toPreference(charge);
      return toCharge(await call({ method: 'POST', path: '/checkout/preferences', headers, body, signal }, Preference));
    },

    // The oldest one: buyers were never sent to any other.
    async findCharge(reference, signal) {
      const query = new URLSearchParams({ external_reference: reference, limit: String(FOUND_MAX) });
      const path = `/checkout/preferences/search?${query.toString()}`;
      const { elements } = await call({ method: 'GET', path, signal }, FoundPreferences);
      const [oldest] = (elements ?? [])
        .filter(({ expires }) => !expires)
        .toSorted((one, other) => one.date_created.localeCompare(other.date_created));
      if (!oldest) return null;
      const own = `/checkout/preferences/${encodeURIComponent(oldest.id)}`;
      return toCharge(await call({ method: 'GET', path: own, signal }, Preference));
    },

    findByReference,
    getPayment,

    listPayments({ madeFrom, madeTo, cursor }, signal) {
      const [begin, end] = [`${madeFrom}T00:00:00.000${ZONE}`, `${madeTo}T23:59:59.999${ZONE}`];
      return listPeriod({ range: 'date_created', begin_date: begin, end_date: end }, cursor, signal);
    },

    listsAllNews: true,
    listNews({ since, until, cursor }, signal) {
      const period = { begin_date: since.toISOString(), end_date: until.toISOString() };
      return listPeriod({ range: 'date_last_updated', ...period }, cursor, signal);
    },

    listReturned: async () => ({ payments: [], next: null }),
    listMovements: async () => ({ received: [], reversed: [], next: null }),

    cancel: mercadoPagoCancel(call, { getPayment, findByReference }),
    close: (charge, signal) => closePreference(call, charge, signal),

    refund: (refund, signal) => mercadoPagoRefund(call, refund, signal).catch(unfundedWhen(UNFUNDED)),
    keysRefunds: true,

    isAuthentic: (webhook) => webhookSecrets.some((secret) => isSigned(webhook, secret)),
    isUndone: () => false,
    parse: parseWebhook,
  };
}

function codesIn(body: unknown): readonly string[] {
  const parsed = ErrorBody.safeParse(body);
  if (!parsed.success) return [];
  const causes = (parsed.data.cause ?? []).flatMap(({ code }) => (code == null ? [] : [String(code)]));
  return [...causes, ...(parsed.data.error ? [parsed.data.error] : [])];
}
