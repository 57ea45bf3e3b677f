import { list, oneOf, type RowOf, text } from '@estampa/kit/postgres/columns';
import { listOf, type Query, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { USER_ROLES } from '../domain/account.ts';
import type { User } from './find-user.ts';
import type { RefreshTokenRow } from './tables/refresh-token.ts';

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
export const endSessions = (
  tx: EntityManager,
  userId: string,
  now: Date,
  currentSessionId: string | null = null,
): void => END_SESSIONS.onCommit(tx, [userId, now, currentSessionId]);

type NewToken = Pick<RefreshTokenRow, 'tokenHash' | 'sessionId' | 'createdAt' | 'expiresAt'>;

/** A session with its first refresh token; it lives as long as its newest one. */
export const saveSession = (tx: EntityManager, userId: string, token: NewToken): void =>
  NEW_SESSION.onCommit(tx, [token.sessionId, userId, token.createdAt, token.expiresAt, token.tokenHash]);

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

/** Of an account that was seen, with the first token of the session. */
export type NewSession = { seen: Pick<User, 'id' | 'passwordHash' | 'version'>; token: NewToken };
export type Roles = RowOf<typeof ROLES_NOW>;

/** The same in one statement, for an active account whose password is still the one that was seen; gives its roles now. */
export const saveSessionOfUnchanged = (em: EntityManager, { seen, token }: NewSession): Promise<Roles | undefined> =>
  NEW_SESSION_OF_UNCHANGED.first(em, [
    token.sessionId,
    seen.id,
    token.createdAt,
    token.expiresAt,
    token.tokenHash,
    seen.passwordHash,
    seen.version,
  ]);

const NEW_SESSIONS_OF_UNCHANGED = statement(
  `with requested as (
     select * from unnest(${listOf('$1::uuid[]')}, ${listOf('$2::uuid[]')}, ${listOf('$3::timestamptz[]')},
       ${listOf('$4::timestamptz[]')}, ${listOf('$5::text[]')}, ${listOf('$6::text[]')}, ${listOf('$7::int[]')})
       as a (session_id, user_id, created_at, expires_at, token_hash, password_hash, version)),
   account as (
     select a.*, u.roles from requested a join user_account u on u.id = a.user_id
     where u.status = 'active' and (u.password_hash = a.password_hash or u.version = a.version) for share of u skip locked),
   opened as (
     insert into session (id, user_id, created_at, expires_at)
     select session_id, user_id, created_at, expires_at from account),
   issued as (
     insert into refresh_token (token_hash, session_id, created_at, expires_at)
     select token_hash, session_id, created_at, expires_at from account)
   select session_id as "sessionId", roles from account`,
  { sessionId: text, ...ROLES_NOW },
);

/** The same for several in one statement. An account that somebody changes at this moment gives nothing, so that nobody waits for another's. */
export const sessionsOfUnchanged = (sessions: readonly NewSession[]): Query<Opened> =>
  NEW_SESSIONS_OF_UNCHANGED.with(
    sessions.map(({ token }) => token.sessionId),
    sessions.map(({ seen }) => seen.id),
    sessions.map(({ token }) => token.createdAt),
    sessions.map(({ token }) => token.expiresAt),
    sessions.map(({ token }) => token.tokenHash),
    sessions.map(({ seen }) => seen.passwordHash),
    sessions.map(({ seen }) => seen.version),
  );

type Opened = Roles & { sessionId: string };

/** What each of the sessions was given. */
export function queuedRoles(sessions: readonly NewSession[], rows: readonly Opened[]): (Roles | undefined)[] {
  const saved = new Map(rows.map((row) => [row.sessionId, row]));
  return sessions.map(({ token }) => saved.get(token.sessionId));
}
