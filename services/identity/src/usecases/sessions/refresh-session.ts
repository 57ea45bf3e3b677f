import type { TokenPair } from '@estampa/contracts/identity/v1/auth';
import { sealingKey, sealUnder, unsealUnder } from '@estampa/kit/rpc/sealed';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { EntityManager } from '@mikro-orm/postgresql';
import { hashOf } from '../../adapters/opaque-token.ts';
import type { Context } from '../../context.ts';
import { refreshTokens } from '../../db/refresh-token-repository.ts';
import { sessions } from '../../db/session-repository.ts';
import { users } from '../../db/user-repository.ts';
import type { RefreshTokenRow } from '../../db/tables/refresh-token.ts';
import type { SessionRow } from '../../db/tables/session.ts';
import type { UserRow } from '../../db/tables/user.ts';
import { mustBeActive } from '../../domain/account.ts';
import { judgeToken } from '../../domain/session.ts';
import { refreshes } from '../../metrics.ts';
import { issueTokens, pairAgain, revokeSession } from './sessions.ts';

/**
 * Exchanges a refresh token for a new pair, once; for some seconds it gives the same again, since responses get lost. Seen later, or
 * once its successor was used, it ends its session: one of its holders is a thief. Null is to be rejected after the commit,
 * since the rejection must not undo that.
 */
export function refreshSession(
  context: Context,
  { refreshToken }: { refreshToken: string },
): TransactionBody<TokenPair | null> {
  return async (tx) => {
    const now = context.now();
    const presented = await lockTokenOf(tx, refreshToken);
    if (!presented) return null;
    const { token, session, user } = presented;

    const successor = await successorOf(tx, token, refreshToken);
    const verdict = judgeToken(token, session, successor?.row ?? null, now);
    refreshes.inc({ outcome: verdict });
    if (verdict === 'reused') {
      context.log.warn(
        { userId: user.id, sessionId: session.id },
        'a used refresh token was seen again: its session ends',
      );
      revokeSession(tx, user, session, now, 'refresh_token_reused');
    }
    if (verdict === 'reused' || verdict === 'ended') return null;
    mustBeActive(user.status);
    if (verdict === 'repeated') return pairAgain(context, user, successor!.token, session);
    const pair = issueTokens(context, tx, user, session);
    refreshTokens.save(tx, token, { usedAt: now, successor: sealSuccessor(refreshToken, pair.refreshToken) });
    return pair;
  };
}

const successorKey = (refreshToken: string) => sealingKey(refreshToken, 'refresh token', 'successor');

const sealSuccessor = (refreshToken: string, successor: string): string =>
  sealUnder(successorKey(refreshToken), Buffer.from(successor, 'hex')).toString('base64');

/** Only a client that has the token can read what was given for it. */
async function successorOf(tx: EntityManager, { successor }: RefreshTokenRow, refreshToken: string) {
  if (!successor) return null;
  const token = unsealUnder(successorKey(refreshToken), Buffer.from(successor, 'base64')).toString('hex');
  const row = await refreshTokens.find(tx, hashOf(token));
  return row && { token, row };
}

type Presented = { token: RefreshTokenRow; session: SessionRow; user: UserRow };

/** The token with its session, read after the account is locked, so that two concurrent uses see each other. */
export async function lockTokenOf(tx: EntityManager, refreshToken: string): Promise<Presented | null> {
  const tokenHash = hashOf(refreshToken);
  const ownerId = await refreshTokens.findOwner(tx, tokenHash);
  const user = ownerId && (await users.lock(tx, ownerId));
  const token = user && (await refreshTokens.find(tx, tokenHash));
  const session = token && (await sessions.find(tx, { id: token.sessionId }));
  return session ? { token, session, user } : null;
}
