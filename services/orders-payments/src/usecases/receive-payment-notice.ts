import { DomainError, notFound } from '@estampa/kernel/errors';
import type { QueryResult } from '@mikro-orm/postgresql';
import type { RawNotice } from '../adapters/payment-gateway.ts';
import type { Context } from '../context.ts';

/** Proves and stores a notification, nothing more: the provider wants its answer at once and may send it again. */
export async function receivePaymentNotice(context: Context, provider: string, notice: RawNotice): Promise<void> {
  const { gateway } = context;
  if (provider !== gateway.name) throw notFound('payment provider', provider);
  if (!gateway.isAuthentic(notice)) {
    throw new DomainError('unauthenticated', 'bad_signature', 'The notification does not prove where it comes from');
  }
  const parsed = gateway.parse(notice);
  if (!parsed) return;

  const { affectedRows } = await context.em.execute<QueryResult>(
    `insert into payment_notice (provider, event_id, event, provider_payment_id, refused) values (?, ?, ?, ?, ?)
     on conflict (provider, event_id) do nothing`,
    [gateway.name, parsed.eventId, parsed.event, parsed.paymentId, parsed.refused],
    'run',
  );
  context.log.info({ event: parsed.event, paymentId: parsed.paymentId, isNew: affectedRows === 1 }, 'payment notice');
  if (affectedRows === 1) context.wake('apply-notices');
}
