import { someone } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { sessions } from '../../db/session-repository.ts';
import { users } from '../../db/user-repository.ts';
import { lockTokenOf } from './refresh-session.ts';
import { revokeSession } from './sessions.ts';

/** Ends the session of a refresh token, else the caller's own. One that is over or of another user is left as it is. */
export function logOut(
  context: Context,
  { refreshToken }: { refreshToken?: string | undefined },
): TransactionBody<void> {
  const { userId, sessionId } = someone(context.caller);
  return async (tx) => {
    const ending = refreshToken ? await lockTokenOf(tx, refreshToken) : await lockSession(tx, userId, sessionId);
    if (ending && ending.user.id === userId) revokeSession(tx, ending.user, ending.session, context.now());
  };
}

/** A session of a user, with the account locked; null when it is none of theirs. */
export async function lockSession(tx: EntityManager, userId: string, sessionId: string | null) {
  const user = sessionId && (await users.lock(tx, userId));
  const session = user && (await sessions.find(tx, { id: sessionId, userId }));
  return session ? { user, session } : null;
}
