import { bigint, boolean, bytes, integer, key, nullable, text, timestamp } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

/** What a provider notified, as it came and as far as it could be read. */
export const webhook = table('payment_notice', {
  id: key(bigint),
  provider: text,
  /** The provider's id of it: one that is received again is the same. */
  eventId: text,
  event: text,
  providerPaymentId: text,
  refused: boolean,
  /** It only notifies of a new charge. */
  isNewCharge: boolean,
  query: text,
  rawBody: bytes,
  receivedAt: timestamp,
  dueAt: timestamp,
  tries: integer,
  appliedAt: nullable(timestamp),
  outcome: nullable(text),
  /** When it became a dead letter. */
  parkedAt: nullable(timestamp),
});
