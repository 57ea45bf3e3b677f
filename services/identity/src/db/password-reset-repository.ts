import { text, timestamp } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

export type NewPasswordReset = { tokenHash: string; userId: string | null; createdAt: Date; expiresAt: Date };
export type OpenPasswordReset = { userId: string; expiresAt: Date };

const NEW_RESET = statement(
  'insert into password_reset (token_hash, user_id, created_at, expires_at) values ($1, $2, $3, $4)',
  {},
);

export const savePasswordReset = (tx: EntityManager, reset: NewPasswordReset): void =>
  NEW_RESET.onCommit(tx, [reset.tokenHash, reset.userId, reset.createdAt, reset.expiresAt]);

const OPEN_RESET = statement(
  `select user_id as "userId", expires_at as "expiresAt" from password_reset
   where token_hash = $1 and expires_at > $2 and user_id is not null`,
  { userId: text, expiresAt: timestamp },
);

export const findOpenPasswordReset = (
  em: EntityManager,
  tokenHash: string,
  now: Date,
): Promise<OpenPasswordReset | undefined> => OPEN_RESET.first(em, [tokenHash, now]);

const FORGET_RESETS = statement('delete from password_reset where user_id = $1', {});

/** Whoever has chosen a password needs no other offer to do so. */
export const forgetPasswordResets = (tx: EntityManager, userId: string): void => FORGET_RESETS.onCommit(tx, [userId]);
