import { key, nullable, type RowOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

/** A link by which the owner of an account chooses a password. */
export const passwordReset = table('password_reset', {
  tokenHash: key(text),
  /** Null where an e-mail without an account was given: the same is written, so that responses do not reveal which have one. */
  userId: nullable(uuid),
  createdAt: timestamp,
  expiresAt: timestamp,
});

export type PasswordResetRow = RowOf<typeof passwordReset.columns>;
