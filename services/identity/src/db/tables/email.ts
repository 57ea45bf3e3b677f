import { integer, key, nullable, type RowOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

export const email = table('email', {
  id: key(uuid),
  /** What it is about, such as `waitlist_entry:<id>`: a newer message about the same thing replaces an unsent one. */
  about: text,
  recipient: text,
  subject: text,
  /** May contain a token, so it is removed as soon as it is not needed: null means sent or given up. */
  body: nullable(text),
  /** After this time the message would be of no use. */
  giveUpAt: timestamp,
  attempts: integer,
  nextAttemptAt: timestamp,
  sentAt: nullable(timestamp),
  lastError: nullable(text),
  createdAt: timestamp,
});

export type EmailRow = RowOf<typeof email.columns>;
