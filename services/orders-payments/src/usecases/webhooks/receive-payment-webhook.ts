import { createHash } from 'node:crypto';
import { DomainError, notFound } from '@estampa/kernel/errors';
import { mustBeAuthentic, mustFit } from '@estampa/kit/provider/webhook-checks';
import type { InboundWebhook, PaymentGateway, RawWebhook } from '../../adapters/payment-gateway.ts';
import type { Context } from '../../context.ts';
import { invoices } from '../../db/invoice-repository.ts';
import { UNREAD, webhooks } from '../../db/webhook-repository.ts';

/** How long a webhook about a new charge waits for the response with the charge itself. */
const RESPONSE_ON_ITS_WAY_MS = 1_000;

/** Verifies and stores a webhook, nothing more: the provider expects a fast response and may send it again. */
export async function receivePaymentNotice(context: Context, provider: string, webhook: RawWebhook): Promise<void> {
  const gateway = context.gateways.named(provider);
  if (!gateway) throw notFound('payment provider', provider);
  mustFit(webhook);
  mustBeAuthentic(gateway.isAuthentic(webhook));
  if (await isAboutInvoice(context, provider, webhook)) return;
  const read = readOrUnread(gateway, webhook);
  if (!read) return;

  const { query, rawBody } = webhook;
  const chargeKnownBy = new Date(context.now().getTime() + RESPONSE_ON_ITS_WAY_MS);
  const became = await webhooks.insert(context.em, provider, { ...read, query, rawBody }, chargeKnownBy);
  if (became === 'too_many') {
    throw new DomainError('busy', 'too_many_notices', 'More notifications wait than can be kept; send it again later');
  }
  context.log.info({ event: read.event, paymentId: read.paymentId, became }, 'payment webhook');
  if (became === 'kept' && !read.isNewCharge) context.wake('apply-notices');
}

/** A webhook says only which invoice to look at. */
async function isAboutInvoice(
  { em, fiscal, now, wake }: Context,
  provider: string,
  webhook: RawWebhook,
): Promise<boolean> {
  const reference = fiscal?.issuer.name === provider ? fiscal.issuer.referenceIn(webhook) : null;
  if (reference === null) return false;
  await invoices.saveDueNow(em, reference, now());
  wake('continue-invoices');
  return true;
}

/** Null if it is not about a payment. One that cannot be read is stored all the same: it may be about money. */
function readOrUnread(gateway: PaymentGateway, webhook: RawWebhook): InboundWebhook | null {
  try {
    return gateway.parse(webhook);
  } catch {
    const digest = createHash('sha256').update(webhook.query).update('\n').update(webhook.rawBody).digest('hex');
    return { eventId: `${UNREAD}:${digest}`, event: UNREAD, paymentId: '', isRejected: false, isNewCharge: false };
  }
}
