import { asJson, row, selected, toRecord } from '@estampa/kit/postgres/rows';
import { type Query, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { refreshToken, type RefreshTokenRow } from './tables/refresh-token.ts';
import { session, type SessionRow } from './tables/session.ts';

/** Refresh tokens of sessions; what changes one has the lock of its account first. */
export const refreshTokens = {
  find: (tx: EntityManager, tokenHash: string): Promise<RefreshTokenRow | undefined> => BY_HASH.first(tx, [tokenHash]),

  /** To be pipelined with the lock of the account, and after it. */
  findWithSession: (tokenHash: string): Query<RefreshTokenRow & { session: SessionRow }> =>
    WITH_SESSION.with(tokenHash),

  /** Written with the commit. */
  insert: (tx: EntityManager, given: RefreshTokenRow): void => INSERT.onCommit(tx, [toRecord(given)]),

  /** Written with the commit. */
  save: (tx: EntityManager, given: RefreshTokenRow): void => SAVE.onCommit(tx, [toRecord(given)]),
};

const BY_HASH = refreshToken.select('t', 'where t.token_hash = $1');
const WITH_SESSION = statement(
  `select ${selected(refreshToken.columns, 't')}, ${asJson(session.columns, 's')} as session
   from refresh_token t join session s on s.id = t.session_id where t.token_hash = $1`,
  { ...refreshToken.columns, session: row(session.columns) },
);

const INSERT = statement(refreshToken.insertRecord('$1'), {});
const SAVE = statement(refreshToken.updateRecord('$1', refreshToken.pick('usedAt', 'successor')), {});
