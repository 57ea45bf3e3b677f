import { key, type RowOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

/** A link that proves who follows it to read what is sent to an address. */
export const emailVerification = table('email_verification', {
  tokenHash: key(text),
  userId: uuid,
  email: text,
  createdAt: timestamp,
  expiresAt: timestamp,
});

export type EmailVerificationRow = RowOf<typeof emailVerification.columns>;
