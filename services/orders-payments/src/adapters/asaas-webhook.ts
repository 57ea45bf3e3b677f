import { DomainError } from '@estampa/kernel/errors';
import { z } from 'zod';
import { WebhookName } from './webhook-name.ts';
import type { InboundWebhook, RawWebhook } from './payment-gateway.ts';
import { sameText } from '@estampa/kit/provider/same-text';

const TOKEN_HEADER = 'asaas-access-token';
/** After these the payment is pending again, so only the event shows the rejection. */
const REJECTIONS = new Set(['PAYMENT_CREDIT_CARD_CAPTURE_REFUSED', 'PAYMENT_REPROVED_BY_RISK_ANALYSIS']);

/** Sent when a cash receipt is undone in the provider's panel. */
export const UNDONE = 'PAYMENT_RECEIVED_IN_CASH_UNDONE';
const NEW_CHARGE = 'PAYMENT_CREATED';

const Webhook = z.object({
  id: WebhookName,
  event: WebhookName,
  payment: z.object({ id: WebhookName }).nullish(),
});

export const hasToken = ({ headers }: RawWebhook, token: string): boolean =>
  sameText(headers[TOKEN_HEADER] ?? '', token);

export function parseWebhook({ rawBody }: RawWebhook): InboundWebhook | null {
  const { id, event, payment } = readBody(rawBody);
  if (!payment) return null;
  return {
    eventId: id,
    event,
    paymentId: payment.id,
    isRejected: REJECTIONS.has(event),
    isNewCharge: event === NEW_CHARGE,
  };
}

function readBody(rawBody: Buffer): z.infer<typeof Webhook> {
  try {
    return Webhook.parse(JSON.parse(rawBody.toString('utf8')));
  } catch {
    throw new DomainError('invalid', 'malformed_notice', 'The notification cannot be read');
  }
}
