import { type RowOf, text, timestamp } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

const EMAIL_VERIFICATION = { userId: text, email: text, expiresAt: timestamp };

type EmailVerification = RowOf<typeof EMAIL_VERIFICATION>;
type NewEmailVerification = EmailVerification & { tokenHash: string; createdAt: Date };

const NEW_VERIFICATION = statement(
  `insert into email_verification (token_hash, user_id, email, created_at, expires_at) values ($1, $2, $3, $4, $5)`,
  {},
);

export const saveEmailVerification = (tx: EntityManager, link: NewEmailVerification): void =>
  NEW_VERIFICATION.onCommit(tx, [link.tokenHash, link.userId, link.email, link.createdAt, link.expiresAt]);

const VERIFICATION = statement(
  `select user_id as "userId", email, expires_at as "expiresAt" from email_verification where token_hash = $1`,
  EMAIL_VERIFICATION,
);

/** Also one that has expired, until it is pruned. */
export const findEmailVerification = (em: EntityManager, tokenHash: string): Promise<EmailVerification | undefined> =>
  VERIFICATION.first(em, [tokenHash]);
