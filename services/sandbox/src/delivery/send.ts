import { createHmac, randomUUID } from 'node:crypto';
import type { Account, Attempt, Delivery } from './delivery.ts';

const ASAAS_TIMEOUT_MS = 10_000;
const MERCADOPAGO_TIMEOUT_MS = 22_000;
const MELHORENVIO_TIMEOUT_MS = 6_000;
const TIMEOUT_MS: Readonly<Record<Account, number>> = {
  asaas: ASAAS_TIMEOUT_MS,
  mercadopago: MERCADOPAGO_TIMEOUT_MS,
  melhorenvio: MELHORENVIO_TIMEOUT_MS,
};
const FORGED_SECRET = 'of-somebody-who-does-not-know-the-secret';

/** Transfers can have an address of their own, as each webhook that is configured at Asaas has. */
export type Receivers = Record<Account, { url: string | null; transferUrl?: string | null; secret: string }>;

export const urlFor = ({ account, event }: Pick<Delivery, 'account' | 'event'>, receivers: Receivers): string | null =>
  (event.startsWith('TRANSFER_') ? receivers[account].transferUrl : null) ?? receivers[account].url;

/** Posts one notification as its provider does; `error` is null only when the provider would call it accepted. */
export async function send(delivery: Delivery, receivers: Receivers, stopped: AbortSignal): Promise<Attempt> {
  const at = new Date().toISOString();
  const { secret } = receivers[delivery.account];
  const url = urlFor(delivery, receivers);
  if (!url) return { at, httpStatus: null, error: 'no receiver is configured' };
  const timeoutMs = TIMEOUT_MS[delivery.account];

  try {
    const response = await fetch(addressOf(delivery, url), {
      method: 'POST',
      headers: headersFor(delivery, delivery.isForged ? FORGED_SECRET : secret),
      body: delivery.body,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), stopped]),
    });
    await response.body?.cancel();
    return { at, httpStatus: response.status, error: ACCEPTED[delivery.account](response) ? null : 'not accepted' };
  } catch (error) {
    return { at, httpStatus: null, error: reasonOf(error) };
  }
}

export const melhorEnvioSignature = (body: string, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('base64');

/** Mercado Pago names the payment in the address, which is what it signs. */
function addressOf({ account, subjectId }: Delivery, url: string): string {
  if (account !== 'mercadopago') return url;
  const address = new URL(url);
  address.searchParams.set('data.id', subjectId);
  address.searchParams.set('type', 'payment');
  return address.href;
}

function headersFor(delivery: Delivery, secret: string): Record<string, string> {
  const own: Readonly<Record<Account, () => Record<string, string>>> = {
    asaas: () => ({ 'user-agent': 'Java/1.8.0_sandbox', 'asaas-access-token': secret }),
    mercadopago: () => ({ 'user-agent': 'MercadoPago-sandbox', ...mercadoPagoSignature(delivery.subjectId, secret) }),
    melhorenvio: () => ({
      'user-agent': 'MelhorEnvio-sandbox',
      'x-me-signature': melhorEnvioSignature(delivery.body, secret),
    }),
  };
  return { 'content-type': 'application/json', ...own[delivery.account]() };
}

/** A request of its own each time, so repeated webhooks have other signatures. */
function mercadoPagoSignature(paymentId: string, secret: string): Record<string, string> {
  const [requestId, time] = [randomUUID(), String(Math.floor(Date.now() / 1_000))];
  const manifest = `id:${paymentId.toLowerCase()};request-id:${requestId};ts:${time};`;
  const signature = createHmac('sha256', secret).update(manifest).digest('hex');
  return { 'x-request-id': requestId, 'x-signature': `ts=${time},v1=${signature}` };
}

/** Asaas takes 200 alone for a yes, not 201 or 204. */
const ACCEPTED: Readonly<Record<Account, (response: Response) => boolean>> = {
  asaas: ({ status }) => status === 200,
  mercadopago: ({ status }) => status === 200 || status === 201,
  melhorenvio: ({ ok }) => ok,
};

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure';
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
