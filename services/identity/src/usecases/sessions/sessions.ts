import type { TokenPair } from '@estampa/contracts/identity/v1/auth';
import { newId } from '@estampa/kernel/ids';
import type { EntityManager } from '@mikro-orm/postgresql';
import { newOpaqueToken } from '../../adapters/opaque-token.ts';
import type { Context } from '../../context.ts';
import { refreshTokens } from '../../db/refresh-token-repository.ts';
import { sessions } from '../../db/session-repository.ts';
import type { UserRow } from '../../db/tables/user.ts';
import type { RefreshTokenRow } from '../../db/tables/refresh-token.ts';
import type { SessionRow } from '../../db/tables/session.ts';
import { tokenEnd } from '../../domain/session.ts';
import { changeUser } from '../users/change-user.ts';
import type { Buckets } from './limit-rate.ts';

type Issuing = Pick<Context, 'now' | 'accessTokens' | 'settings'>;
type Bearer = Pick<UserRow, 'id' | 'roles'>;

/** Begins a session with its first pair of tokens. */
export function openSession(context: Issuing, tx: EntityManager, user: Bearer): TokenPair {
  const { pair, refreshToken } = newTokens(context, user, { id: newId(), createdAt: context.now() });
  sessions.insert(tx, user.id, refreshToken);
  return pair;
}

/** The same for an account that is active and has the password that was seen; null when it has changed since. */
export async function openSessionOfUnchanged(
  context: Context,
  seen: UserRow,
  forgiven: Buckets,
): Promise<TokenPair | null> {
  const { token, saved } = newRefreshToken(context, { id: newId(), createdAt: context.now() });
  const session = { seen, token: saved };
  // By itself it waits for a transaction that is changing the account.
  const user =
    (await context.batched.openSession({ session, forgiven })) ??
    (await sessions.insertIfUnchanged(context.em, session));
  return user ? pairOf(context, { id: seen.id, roles: user.roles }, token, saved) : null;
}

/** The next pair of a session. */
export function issueTokens(context: Issuing, tx: EntityManager, user: Bearer, session: SessionRow): TokenPair {
  const { pair, refreshToken } = newTokens(context, user, session);
  refreshTokens.insert(tx, { ...refreshToken, usedAt: null, successor: null });
  sessions.save(tx, session, { expiresAt: refreshToken.expiresAt });
  return pair;
}

/** The pair of a refresh token that was issued just before, for a client that did not receive it. */
export const pairAgain = (context: Issuing, user: Bearer, token: string, session: SessionRow): TokenPair =>
  pairOf(context, user, token, { sessionId: session.id, createdAt: context.now() });

type Begun = Pick<SessionRow, 'id' | 'createdAt'>;

function newTokens(context: Issuing, user: Bearer, session: Begun) {
  const { token, saved } = newRefreshToken(context, session);
  return { pair: pairOf(context, user, token, saved), refreshToken: saved };
}

type RefreshToken = Omit<RefreshTokenRow, 'usedAt' | 'successor'>;

/** What the client receives, and what is stored of it. */
function newRefreshToken({ now, settings }: Issuing, session: Begun): { token: string; saved: RefreshToken } {
  const createdAt = now();
  const expiresAt = tokenEnd(session.createdAt, createdAt, settings);
  const { token, tokenHash } = newOpaqueToken();
  return { token, saved: { tokenHash, sessionId: session.id, createdAt, expiresAt } };
}

const pairOf = (
  { accessTokens }: Issuing,
  { id: userId, roles }: Bearer,
  refreshToken: string,
  { sessionId, createdAt }: Pick<RefreshToken, 'sessionId' | 'createdAt'>,
): TokenPair => ({
  accessToken: accessTokens.sign({ userId, sessionId, roles }, createdAt),
  refreshToken,
  expiresInSeconds: accessTokens.lifetimeSeconds,
});

/** Ends a session of a locked account. The event makes every gateway forget the caller. */
export function revokeSession(
  tx: EntityManager,
  user: UserRow,
  session: SessionRow,
  now: Date,
  action = 'session_revoked',
): void {
  if (session.revokedAt) return;
  sessions.save(tx, session, { revokedAt: now });
  const changes = [{ field: 'session', before: session.id, after: null }];
  changeUser(tx, user, {}, 'session_revoked', now, { action, changes });
}
