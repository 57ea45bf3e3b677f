import { createHmac } from 'node:crypto';
import type { Account, Attempt, Delivery } from './delivery.ts';

const ASAAS_TIMEOUT_MS = 10_000;
const MELHORENVIO_TIMEOUT_MS = 6_000;

export type Receivers = Record<Account, { url: string | null; secret: string }>;

/** Posts one notification as its provider does; `error` is null only when the provider would call it accepted. */
export async function send(delivery: Delivery, receivers: Receivers, stopped: AbortSignal): Promise<Attempt> {
  const at = new Date().toISOString();
  const { url, secret } = receivers[delivery.account];
  if (!url) return { at, httpStatus: null, error: 'no receiver is configured' };
  const timeoutMs = delivery.account === 'asaas' ? ASAAS_TIMEOUT_MS : MELHORENVIO_TIMEOUT_MS;

  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: headersFor(delivery, secret),
      body: delivery.body,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), stopped]),
    });
    await response.body?.cancel();
    return { at, httpStatus: response.status, error: isAccepted(delivery.account, response) ? null : 'not accepted' };
  } catch (error) {
    return { at, httpStatus: null, error: reasonOf(error) };
  }
}

export const melhorEnvioSignature = (body: string, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('base64');

function headersFor({ account, body }: Delivery, secret: string): Record<string, string> {
  const common = { 'content-type': 'application/json' };
  return account === 'asaas'
    ? { ...common, 'user-agent': 'Java/1.8.0_sandbox', 'asaas-access-token': secret }
    : { ...common, 'user-agent': 'MelhorEnvio-sandbox', 'x-me-signature': melhorEnvioSignature(body, secret) };
}

/** Asaas takes 200 alone for a yes, not 201 or 204. */
const isAccepted = (account: Account, response: Response): boolean =>
  account === 'asaas' ? response.status === 200 : response.ok;

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure';
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
