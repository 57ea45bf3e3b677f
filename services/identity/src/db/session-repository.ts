import { list, nullable, oneOf, type RowOf, text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { USER_ROLES } from '../domain/account.ts';
import { refreshToken, type RefreshTokenRow } from './tables/refresh-token.ts';
import { session, type SessionRow } from './tables/session.ts';

/** Sessions and their refresh tokens; what changes one has the lock of its account first. */
export const sessions = {
  find: (tx: EntityManager, wanted: Partial<Pick<SessionRow, 'id' | 'userId'>>): Promise<SessionRow | null> =>
    tx.findOne(session.Row, wanted),

  /** Who is behind sessions, given as JSON, at this moment. */
  findCallers: (em: EntityManager, now: Date, ids: string): Promise<CallerNow[]> => CALLERS.all(em, [now, ids]),

  /** Written with the commit. */
  save: (tx: EntityManager, row: SessionRow, change: Partial<SessionRow>): SessionRow => tx.assign(row, change),
};

export const refreshTokens = {
  find: (tx: EntityManager, tokenHash: string): Promise<RefreshTokenRow | null> =>
    tx.findOne(refreshToken.Row, { tokenHash }),

  /** Whose session it belongs to. */
  findOwner: async (tx: EntityManager, tokenHash: string): Promise<string | undefined> =>
    (await OWNER.first(tx, [tokenHash]))?.userId,

  /** Written with the commit. */
  insert: (tx: EntityManager, row: RefreshTokenRow): RefreshTokenRow => refreshToken.insert(tx, row),

  /** Written with the commit. */
  save: (tx: EntityManager, row: RefreshTokenRow, change: Partial<RefreshTokenRow>): RefreshTokenRow =>
    tx.assign(row, change),
};

const OWNER = statement(
  `select s.user_id as "userId" from refresh_token t join session s on s.id = t.session_id where t.token_hash = $1`,
  { userId: text },
);

const CALLER = {
  sessionId: text,
  userId: text,
  roles: list(oneOf(USER_ROLES)),
  sellerProfileId: nullable(text),
};

export type CallerNow = RowOf<typeof CALLER>;

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
