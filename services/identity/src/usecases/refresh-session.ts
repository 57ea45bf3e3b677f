import type { TokenPair } from '@estampa/contracts/identity/v1/auth';
import type { Work } from '@estampa/kit/transact';
import type { EntityManager } from '@mikro-orm/postgresql';
import { hashOf } from '../adapters/opaque-token.ts';
import type { Context } from '../context.ts';
import { lockUser } from '../db/find-user.ts';
import { RefreshTokenRow } from '../db/refresh-token.entity.ts';
import { SessionRow } from '../db/session.entity.ts';
import type { UserRow } from '../db/user.entity.ts';
import { mustBeActive } from '../domain/account.ts';
import { judgeToken } from '../domain/session.ts';
import { issueTokens, revokeSession } from './sessions.ts';

/**
 * Exchanges a refresh token for a new pair, once. Seen again, it ends its session: one of its holders is a thief. Null is
 * to be refused after the commit, since the refusal must not undo that.
 */
export function refreshSession(context: Context, { refreshToken }: { refreshToken: string }): Work<TokenPair | null> {
  return async (tx) => {
    const now = context.now();
    const presented = await lockTokenOf(tx, refreshToken);
    if (!presented) return null;
    const { token, session, user } = presented;

    const verdict = judgeToken(token, session, now);
    if (verdict === 'reused') revokeSession(tx, user, session, now);
    if (verdict !== 'good') return null;
    mustBeActive(user.status);
    tx.assign(token, { usedAt: now });
    return issueTokens(context, tx, user, session);
  };
}

type Presented = { token: RefreshTokenRow; session: SessionRow; user: UserRow };

/** The token with its session, read after the account is locked, so that two uses at one moment see each other. */
export async function lockTokenOf(tx: EntityManager, refreshToken: string): Promise<Presented | null> {
  const tokenHash = hashOf(refreshToken);
  const [owner] = await tx.execute<{ user_id: string }[]>(
    `select s.user_id from refresh_token t join session s on s.id = t.session_id where t.token_hash = ?`,
    [tokenHash],
  );
  const user = owner && (await lockUser(tx, owner.user_id));
  const token = user && (await tx.findOne(RefreshTokenRow, tokenHash));
  const session = token && (await tx.findOne(SessionRow, token.sessionId));
  return session ? { token, session, user } : null;
}
