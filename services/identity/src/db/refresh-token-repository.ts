import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { refreshToken, type RefreshTokenRow } from './tables/refresh-token.ts';
import { session } from './tables/session.ts';

/** Refresh tokens of sessions; what changes one has the lock of its account first. */
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
  session.pick('userId'),
);
