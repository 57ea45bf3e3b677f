import { createHmac } from 'node:crypto';
import { asaasHttp, listOf, UNFUNDED } from '@estampa/kit/provider/asaas-http';
import { z } from 'zod';
import type { PaymentSnapshot } from '../domain/payment.ts';
import { isForeign, toCustomer, toDetails } from './asaas-customer.ts';
import { hasToken, parseWebhook, UNDONE } from './asaas-webhook.ts';
import { DISPUTED, LISTED, listByStatus, RETURNED } from './asaas-list.ts';
import { AsaasPayment, toCharge, toSnapshot } from './asaas-payment.ts';
import { asaasRefund } from './asaas-refund.ts';
import { listMovements } from './asaas-statement.ts';
import { ProviderError } from '@estampa/kit/provider/provider-error';
import { type Payer, type PaymentGateway, type PaymentQuery, unfundedWhen } from './payment-gateway.ts';
import { nullWhenNotFound, type ProviderHttp } from '@estampa/kit/provider/provider-http';
import { toReais } from './reais.ts';

const FOUND_MAX = 100;
const DESCRIPTION = 'Pedido';
const FOREIGN = 'foreign';

const Customer = z.object({ id: z.string(), cpfCnpj: z.string().nullish() });

/** Two tokens are accepted during a rotation. */
type Options = { baseUrl: string; apiKey: string; webhookTokens: readonly string[] };

/** Asaas v3: a customer, then a charge whose hosted page lets the buyer choose Pix, card or bank slip. */
export function asaas({ baseUrl, apiKey, webhookTokens }: Options): PaymentGateway {
  const call = asaasHttp({ baseUrl, apiKey });

  const digest = (text: string): string => createHmac('sha256', apiKey).update(text).digest('hex');

  const getPayment = (paymentId: string, signal: AbortSignal): Promise<PaymentSnapshot | null> =>
    call({ method: 'GET', path: `/payments/${encodeURIComponent(paymentId)}`, signal }, AsaasPayment).then(
      toSnapshot,
      nullWhenNotFound,
    );

  const list = (query: URLSearchParams, signal: AbortSignal) =>
    call({ method: 'GET', path: `/payments?${query.toString()}`, signal }, listOf(AsaasPayment));

  const findByReference = async (reference: string, signal: AbortSignal): Promise<PaymentSnapshot[]> => {
    const query = new URLSearchParams({ externalReference: reference, limit: String(FOUND_MAX) });
    return (await list(query, signal)).data.map(toSnapshot);
  };

  /** Documents must not appear in URLs, which get logged. */
  const findCustomer = async (payer: Payer, signal: AbortSignal) => {
    const query = new URLSearchParams({ externalReference: payer.userId, limit: String(FOUND_MAX) });
    const known = await call({ method: 'GET', path: `/customers?${query.toString()}`, signal }, listOf(Customer));
    return known.data.find(({ cpfCnpj }) => (cpfCnpj ?? null) === documentOf(payer));
  };

  return {
    name: 'asaas',

    // Keyed by account, so that a customer id from another account is never reused.
    markOf: (payer) => digest(documentOf(payer) ?? FOREIGN),

    async ensureCustomer(payer, { isNew }, signal) {
      // Asaas does not deduplicate customers, so search first.
      const found = isNew ? undefined : await findCustomer(payer, signal);
      if (found) return found.id;
      return (await call({ method: 'POST', path: '/customers', body: toCustomer(payer), signal }, Customer)).id;
    },

    detailsOf: ({ name, email, phone }) => digest(JSON.stringify([name, email, phone])),
    updateCustomer: (customerId, payer, signal) => updateCustomer(call, customerId, payer, signal),

    async createCharge(customer, charge, signal) {
      const body = {
        customer,
        billingType: 'UNDEFINED',
        value: toReais(charge.amountCents),
        dueDate: charge.dueDate,
        description: `${DESCRIPTION} ${charge.orderNumber}`,
        externalReference: charge.reference,
        callback: { successUrl: charge.returnUrl, autoRedirect: true },
      };
      return toCharge(await call({ method: 'POST', path: '/payments', body, signal }, AsaasPayment));
    },

    async findCharge(reference, signal) {
      const found = (await findByReference(reference, signal)).filter(({ state }) => state !== 'cancelled');
      return (found.find(({ state }) => state === 'approved') ?? found.at(-1))?.charge ?? null;
    },

    findByReference,
    getPayment,

    listPayments: (query, signal) =>
      listByStatus(call, { statuses: LISTED, query: madeOn(query), cursor: query.cursor }, signal),

    listsAllNews: false,
    listNews: ({ cursor }, signal) => listByStatus(call, { statuses: DISPUTED, query: {}, cursor }, signal),
    // Asaas filters by the date of the charge, not of the refund.
    listReturned: (query, signal) =>
      listByStatus(call, { statuses: RETURNED, query: madeOn(query), cursor: query.cursor }, signal),

    listMovements: (query, signal) => listMovements(call, query, signal),

    async cancel({ preferenceId }, signal) {
      if (await isRemoved(call, preferenceId, signal)) return [];
      // Rejected because it is removed already or was just paid: the payment shows which.
      const payment = await getPayment(preferenceId, signal);
      return payment && payment.state !== 'cancelled' ? [payment] : [];
    },

    // A charge has only one payment here.
    close: async () => {},
    keysRefunds: false,
    refund: (refund, signal) => asaasRefund(call, refund, signal).catch(unfundedWhen(UNFUNDED)),
    isAuthentic: (webhook) => webhookTokens.some((token) => hasToken(webhook, token)),
    isUndone: (event) => event === UNDONE,
    parse: parseWebhook,
  };
}

async function updateCustomer(call: ProviderHttp, id: string, payer: Payer, signal: AbortSignal): Promise<void> {
  await call({ method: 'PUT', path: `/customers/${encodeURIComponent(id)}`, body: toDetails(payer), signal }, Customer);
}

const madeOn = ({ madeFrom, madeTo }: PaymentQuery): Record<string, string> => ({
  'dateCreated[ge]': madeFrom,
  'dateCreated[le]': madeTo,
});

/** False when Asaas rejects the removal. */
async function isRemoved(call: ProviderHttp, paymentId: string, signal: AbortSignal): Promise<boolean> {
  try {
    await call({ method: 'DELETE', path: `/payments/${encodeURIComponent(paymentId)}`, signal }, z.unknown());
    return true;
  } catch (error) {
    if (error instanceof ProviderError && ['rejected', 'not_found'].includes(error.failure)) return false;
    throw error;
  }
}

const documentOf = ({ document }: Payer): string | null => (isForeign(document) ? null : document.number);
