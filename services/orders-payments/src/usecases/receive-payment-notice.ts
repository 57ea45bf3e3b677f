import { DomainError, notFound } from '@estampa/kernel/errors';
import type { RawNotice } from '../adapters/payment-gateway.ts';
import type { Context } from '../context.ts';
import { keepNotice } from '../db/notices.ts';

/** How long a notice of a new charge waits for the answer that tells of the charge itself. */
const ANSWER_ON_ITS_WAY_MS = 1_000;

/** Proves and stores a notification, nothing more: the provider wants its answer at once and may send it again. */
export async function receivePaymentNotice(context: Context, provider: string, notice: RawNotice): Promise<void> {
  const gateway = context.gateways.named(provider);
  if (!gateway) throw notFound('payment provider', provider);
  if (!gateway.isAuthentic(notice)) {
    throw new DomainError('unauthenticated', 'bad_signature', 'The notification does not prove where it comes from');
  }
  const parsed = gateway.parse(notice);
  if (!parsed) return;

  const chargeKnownBy = new Date(context.now().getTime() + ANSWER_ON_ITS_WAY_MS);
  const { isNew, isDue } = await keepNotice(context.em, gateway.name, parsed, chargeKnownBy);
  context.log.info({ event: parsed.event, paymentId: parsed.paymentId, isNew }, 'payment notice');
  if (isDue) context.wake('apply-notices');
}
