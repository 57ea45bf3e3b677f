import { list, oneOf, type RowOf, statement } from '@estampa/kit/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { USER_ROLES } from '../domain/account.ts';
import type { User } from './find-user.ts';
import type { RefreshTokenRow } from './refresh-token.entity.ts';

const NEW_SESSION = statement(
  `with opened as (insert into session (id, user_id, created_at, expires_at) values ($1, $2, $3, $4))
   insert into refresh_token (token_hash, session_id, created_at, expires_at) values ($5, $1, $3, $4)`,
  {},
);

const END_SESSIONS = statement(
  `update session set revoked_at = $2 where user_id = $1 and revoked_at is null and id is distinct from $3::uuid`,
  {},
);

/** Ends all sessions of a locked account, or all but one. */
export const endSessions = (tx: EntityManager, userId: string, now: Date, keptSessionId: string | null = null): void =>
  END_SESSIONS.later(tx, [userId, now, keptSessionId]);

type NewToken = Pick<RefreshTokenRow, 'tokenHash' | 'sessionId' | 'createdAt' | 'expiresAt'>;

/** A session with its first refresh token; it lives as long as its newest one. */
export const saveSession = (tx: EntityManager, userId: string, token: NewToken): void =>
  NEW_SESSION.later(tx, [token.sessionId, userId, token.createdAt, token.expiresAt, token.tokenHash]);

const ROLES_NOW = { roles: list(oneOf(USER_ROLES)) };

const NEW_SESSION_OF_UNCHANGED = statement(
  `with account as (
     select u.id, u.roles from user_account u
     where u.id = $2 and u.status = 'active' and (u.password_hash = $6 or u.version = $7) for share),
   opened as (insert into session (id, user_id, created_at, expires_at) select $1, id, $3, $4 from account),
   issued as (insert into refresh_token (token_hash, session_id, created_at, expires_at) select $5, $1, $3, $4 from account)
   select roles from account`,
  ROLES_NOW,
);

/** The same in one statement, for an active account whose password is still the one that was seen; gives its roles now. */
export const saveSessionOfUnchanged = (
  em: EntityManager,
  { id, passwordHash, version }: Pick<User, 'id' | 'passwordHash' | 'version'>,
  token: NewToken,
): Promise<RowOf<typeof ROLES_NOW> | undefined> =>
  NEW_SESSION_OF_UNCHANGED.first(em, [
    token.sessionId,
    id,
    token.createdAt,
    token.expiresAt,
    token.tokenHash,
    passwordHash,
    version,
  ]);
