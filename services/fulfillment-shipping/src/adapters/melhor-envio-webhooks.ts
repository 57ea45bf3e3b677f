import { createHmac, timingSafeEqual } from 'node:crypto';
import { WEBHOOK_NAME } from '@estampa/kernel/webhooks';
import { z } from 'zod';
import type { ShipmentStatus } from '../domain/shipment.ts';
import type { Webhook, RawWebhook } from '../domain/shipping-aggregator.ts';
import { statusOf, toTracking } from './melhor-envio-shapes.ts';

const SIGNATURE = 'x-me-signature';
const EVENT = /^order\.(.+)$/;

/** Events of our own actions, which need no notification. */
const OURS: readonly (ShipmentStatus | null)[] = ['label_pending', 'label_purchased', 'label_generated'];

const WebhookShape = z.object({ event: z.string(), data: z.looseObject({ id: z.string().regex(WEBHOOK_NAME) }) });

/** Whether a webhook is signed under one of the secrets: there are two while the application's changes. */
export function proofOf(
  { headers, rawBody }: RawWebhook,
  secrets: readonly string[],
): 'signed' | 'unsigned' | 'forged' {
  const given = headers[SIGNATURE];
  if (given === undefined) return 'unsigned';
  return secrets.some((secret) => isSignature(given, rawBody, secret)) ? 'signed' : 'forged';
}

/** Base64 of the body's HMAC under the application's secret, compared in constant time. */
function isSignature(given: string, rawBody: Uint8Array, secret: string): boolean {
  // As text: several texts are the same bytes in base64.
  const right = Buffer.from(createHmac('sha256', secret).update(rawBody).digest('base64'));
  const claimed = Buffer.from(given);
  return claimed.length === right.length && timingSafeEqual(claimed, right);
}

/** The event's name counts: the status beside it may lag behind. */
export function readWebhook(rawBody: Uint8Array): Webhook | null {
  const { data: webhook } = WebhookShape.safeParse(jsonIn(rawBody));
  const [, name] = EVENT.exec(webhook?.event ?? '') ?? [];
  if (!webhook || !name || OURS.includes(statusOf(name))) return null;
  const tracking = toTracking({ ...webhook.data, status: name });
  return 'error' in tracking ? null : { labelId: webhook.data.id, tracking };
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return null;
  }
}
