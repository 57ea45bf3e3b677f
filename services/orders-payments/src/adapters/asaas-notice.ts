import { DomainError } from '@estampa/kernel/errors';
import { z } from 'zod';
import { NoticeName } from './notice-name.ts';
import type { InboundNotice, RawNotice } from './payment-gateway.ts';
import { sameText } from './same-text.ts';

const TOKEN_HEADER = 'asaas-access-token';
/** The payment goes back to waiting after these, so that only the event tells of the rejection. */
const REJECTIONS = new Set(['PAYMENT_CREDIT_CARD_CAPTURE_REFUSED', 'PAYMENT_REPROVED_BY_RISK_ANALYSIS']);

/** Somebody took back in the provider's panel that a charge was paid in cash. */
export const UNDONE = 'PAYMENT_RECEIVED_IN_CASH_UNDONE';
const NEW_CHARGE = 'PAYMENT_CREATED';

const Notice = z.object({
  id: NoticeName,
  event: NoticeName,
  payment: z.object({ id: NoticeName }).nullish(),
});

export const hasToken = ({ headers }: RawNotice, token: string): boolean =>
  sameText(headers[TOKEN_HEADER] ?? '', token);

export function parseNotice({ rawBody }: RawNotice): InboundNotice | null {
  const { id, event, payment } = readBody(rawBody);
  if (!payment) return null;
  return {
    eventId: id,
    event,
    paymentId: payment.id,
    refused: REJECTIONS.has(event),
    isNewCharge: event === NEW_CHARGE,
  };
}

function readBody(rawBody: Buffer): z.infer<typeof Notice> {
  try {
    return Notice.parse(JSON.parse(rawBody.toString('utf8')));
  } catch {
    throw new DomainError('invalid', 'malformed_notice', 'The notification cannot be read');
  }
}
