import { bigint, boolean, bytes, integer, key, nullable, text, timestamp } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

/** A provider's webhook, as it came, with the fields that could be read. */
export const webhook = table('payment_notice', {
  id: key(bigint),
  provider: text,
  /** The provider's id of the event: a repeated delivery has the same. */
  eventId: text,
  event: text,
  providerPaymentId: text,
  refused: boolean,
  /** True if it says no more than that a charge was created. */
  isNewCharge: boolean,
  query: text,
  rawBody: bytes,
  receivedAt: timestamp,
  dueAt: timestamp,
  tries: integer,
  appliedAt: nullable(timestamp),
  outcome: nullable(text),
  /** When it was dead-lettered. */
  parkedAt: nullable(timestamp),
});
