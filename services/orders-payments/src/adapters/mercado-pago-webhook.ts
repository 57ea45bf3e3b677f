import { createHmac } from 'node:crypto';
import { DomainError } from '@estampa/kernel/errors';
import { z } from 'zod';
import { WebhookName } from './webhook-name.ts';
import type { InboundWebhook, RawWebhook } from './payment-gateway.ts';
import { sameText } from '@estampa/kit/provider/same-text';

const SIGNATURE_HEADER = 'x-signature';
const REQUEST_ID_HEADER = 'x-request-id';
const PAYMENT = 'payment';

const Id = z.union([WebhookName, z.number().transform(String)]);
const Webhook = z.object({
  id: Id,
  type: WebhookName,
  action: WebhookName.nullish(),
  data: z.object({ id: Id }).nullish(),
});

/**
 * The signature covers the id in the URL, the request id and a timestamp, but not the body; so only the id of the payment to
 * check is used. Replaying an old webhook is harmless: it only causes a check.
 */
export function isSigned({ headers, query }: RawWebhook, secret: string): boolean {
  const parts = new Map((headers[SIGNATURE_HEADER] ?? '').split(',').map(nameAndValue));
  const [time, signature] = [parts.get('ts'), parts.get('v1')];
  if (!time || !signature) return false;
  const manifest = [
    ['id', new URLSearchParams(query).get('data.id')?.toLowerCase()],
    ['request-id', headers[REQUEST_ID_HEADER]],
    ['ts', time],
  ]
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}:${value};`)
    .join('');
  return sameText(signature, createHmac('sha256', secret).update(manifest).digest('hex'));
}

function nameAndValue(pair: string): [string, string] {
  const [name = '', value = ''] = pair.split('=', 2);
  return [name.trim(), value.trim()];
}

export function parseWebhook({ query, rawBody }: RawWebhook): InboundWebhook | null {
  const { id, type, action, data } = readBody(rawBody);
  if (type !== PAYMENT || !data) return null;
  // The signed id is the one in the URL: a body must not name another payment.
  if (new URLSearchParams(query).get('data.id') !== data.id) throw malformed();
  const event = action ?? type;
  return {
    eventId: `${id}:${event}:${data.id}`,
    event,
    paymentId: data.id,
    // The payment itself shows a rejection, and exists only because someone tried to pay.
    isRejected: false,
    isNewCharge: false,
  };
}

function readBody(rawBody: Buffer): z.infer<typeof Webhook> {
  try {
    return Webhook.parse(JSON.parse(rawBody.toString('utf8')));
  } catch {
    throw malformed();
  }
}

const malformed = (): DomainError => new DomainError('invalid', 'malformed_notice', 'The notification cannot be read');
