import type { Page } from '@estampa/kernel/page';
import { integer, list, nullable, oneOf, type RowOf, text, timestamp } from '@estampa/kit/postgres/columns';
import { selected } from '@estampa/kit/postgres/rows';
import { listOf, pipeline, type Query, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { USER_ROLES } from '../domain/account.ts';
import type { RefreshTokenRow } from './tables/refresh-token.ts';
import { session, type SessionRow } from './tables/session.ts';
import type { UserRow } from './tables/user.ts';

/** The newest; a script that logs in for months has more. */
export const EXPORTED_SESSIONS_MAX = 1_000;

const LISTED = session.pick('id', 'createdAt', 'expiresAt', 'revokedAt');
const OPEN = { ...session.pick('id', 'createdAt', 'expiresAt'), lastUsedAt: timestamp };
const ROLES = { roles: list(oneOf(USER_ROLES)) };
const CALLER = { sessionId: text, userId: text, ...ROLES, sellerProfileId: nullable(text) };

export type ListedSession = RowOf<typeof LISTED>;
export type OpenSession = RowOf<typeof OPEN>;
export type CallerNow = RowOf<typeof CALLER>;
export type Roles = RowOf<typeof ROLES>;
type Opened = Roles & { sessionId: string };

type NewToken = Pick<RefreshTokenRow, 'tokenHash' | 'sessionId' | 'createdAt' | 'expiresAt'>;
/** Of an account that was seen, with the first token of the session. */
export type NewSession = { seen: Pick<UserRow, 'id' | 'passwordHash' | 'version'>; token: NewToken };

/** What changes one has the lock of its account first. */
export const sessions = {
  find: (tx: EntityManager, wanted: Partial<Pick<SessionRow, 'id' | 'userId'>>): Promise<SessionRow | null> =>
    tx.findOne(session.Row, wanted),

  /** Who is behind sessions now; ids are given as JSON. */
  findCallers: (em: EntityManager, now: Date, ids: string): Promise<CallerNow[]> => CALLERS.all(em, [now, ids]),

  /** All of a user that are still stored, newest first, those that ended too. */
  findOfUser: (em: EntityManager, userId: string): Promise<ListedSession[]> => OF_USER.all(em, [userId]),

  /** Those of a user that go on, newest first, and how many there are. */
  async findOpenPage(
    em: EntityManager,
    userId: string,
    now: Date,
    { skip, limit }: Page,
  ): Promise<{ sessions: OpenSession[]; total: number }> {
    const [found, [counted]] = await pipeline(em, PAGE.with(userId, now, limit, skip), TOTAL.with(userId, now));
    return { sessions: found, total: counted!.total };
  },

  /** With its first refresh token, written with the commit; it lives as long as its newest one. */
  insert: (tx: EntityManager, userId: string, token: NewToken): void =>
    INSERT.onCommit(tx, [token.sessionId, userId, token.createdAt, token.expiresAt, token.tokenHash]),

  /** At once, for an active account whose password is still the one that was seen; gives its roles now. */
  insertIfUnchanged: (em: EntityManager, { seen, token }: NewSession): Promise<Roles | undefined> =>
    INSERT_IF_UNCHANGED.first(em, [
      token.sessionId,
      seen.id,
      token.createdAt,
      token.expiresAt,
      token.tokenHash,
      seen.passwordHash,
      seen.version,
    ]),

  /**
   * The same for several, to be pipelined with other queries. An account that is being changed gives nothing, so that the others do
   * not wait for it.
   */
  insertAllIfUnchanged: (given: readonly NewSession[]): Query<Opened> =>
    INSERT_ALL_IF_UNCHANGED.with(
      given.map(({ token }) => token.sessionId),
      given.map(({ seen }) => seen.id),
      given.map(({ token }) => token.createdAt),
      given.map(({ token }) => token.expiresAt),
      given.map(({ token }) => token.tokenHash),
      given.map(({ seen }) => seen.passwordHash),
      given.map(({ seen }) => seen.version),
    ),

  /** Written with the commit. */
  save: (tx: EntityManager, row: SessionRow, change: Partial<SessionRow>): SessionRow => tx.assign(row, change),

  /** That all of a locked account have ended, or all but one; written with the commit. */
  saveRevoked: (tx: EntityManager, userId: string, now: Date, currentSessionId: string | null = null): void =>
    SAVE_REVOKED.onCommit(tx, [userId, now, currentSessionId]),

  /** With their refresh tokens, with the commit. */
  deleteOfUser: (tx: EntityManager, userId: string): void => DELETE_OF_USER.onCommit(tx, [userId]),
};

// One by one (`offset 0`): by the index, however few there are.
const CALLERS = statement(
  `select found.* from jsonb_array_elements_text($2::jsonb) as requested (id)
   cross join lateral (
     select s.id as "sessionId", u.id as "userId", u.roles, p.id as "sellerProfileId"
     from session s
     join user_account u on u.id = s.user_id and u.status = 'active'
     left join seller_profile p on p.user_id = u.id and p.active
     where s.id = requested.id::uuid and s.revoked_at is null and s.expires_at > $1 offset 0) as found`,
  CALLER,
);

const OF_USER = statement(
  `select ${selected(LISTED, 's')} from session s
   where s.user_id = $1 order by s.created_at desc, s.id desc limit ${EXPORTED_SESSIONS_MAX}`,
  LISTED,
);

const IS_OPEN = 's.user_id = $1 and s.revoked_at is null and s.expires_at > $2';
const PAGE = statement(
  `select ${selected(session.pick('id', 'createdAt', 'expiresAt'), 's')},
     (select max(t.created_at) from refresh_token t where t.session_id = s.id) as "lastUsedAt"
   from session s where ${IS_OPEN} order by s.created_at desc, s.id desc limit $3 offset $4`,
  OPEN,
);
const TOTAL = statement(`select count(*) as total from session s where ${IS_OPEN}`, { total: integer });

const INSERT = statement(
  `with opened as (insert into session (id, user_id, created_at, expires_at) values ($1, $2, $3, $4))
   insert into refresh_token (token_hash, session_id, created_at, expires_at) values ($5, $1, $3, $4)`,
  {},
);

const INSERT_IF_UNCHANGED = statement(
  `with account as (
     select u.id, u.roles from user_account u
     where u.id = $2 and u.status = 'active' and (u.password_hash = $6 or u.version = $7) for share),
   opened as (insert into session (id, user_id, created_at, expires_at) select $1, id, $3, $4 from account),
   issued as (insert into refresh_token (token_hash, session_id, created_at, expires_at) select $5, $1, $3, $4 from account)
   select roles from account`,
  ROLES,
);

const INSERT_ALL_IF_UNCHANGED = statement(
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
  { sessionId: text, ...ROLES },
);

const SAVE_REVOKED = statement(
  `update session set revoked_at = $2 where user_id = $1 and revoked_at is null and id is distinct from $3::uuid`,
  {},
);
const DELETE_OF_USER = statement('delete from session where user_id = $1', {});
