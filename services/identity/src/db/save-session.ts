import { statement } from '@estampa/kit/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
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
