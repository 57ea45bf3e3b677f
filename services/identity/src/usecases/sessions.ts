import type { TokenPair } from '@estampa/contracts/identity/v1/identity';
import { newId } from '@estampa/kernel/ids';
import { addRow } from '@estampa/kit/add-row';
import type { EntityManager } from '@mikro-orm/postgresql';
import { newOpaqueToken } from '../adapters/opaque-token.ts';
import type { Context } from '../context.ts';
import { RefreshTokenRow } from '../db/refresh-token.entity.ts';
import { SessionRow } from '../db/session.entity.ts';
import type { UserRow } from '../db/user.entity.ts';
import { changeUser } from './change-user.ts';

type Issuing = Pick<Context, 'now' | 'accessTokens' | 'settings'>;

/** Begins a session with its first pair of tokens. */
export function openSession(context: Issuing, tx: EntityManager, user: UserRow): TokenPair {
  const now = context.now();
  const session = addRow(tx, SessionRow, {
    id: newId(),
    userId: user.id,
    createdAt: now,
    expiresAt: now,
    revokedAt: null,
  });
  return issueTokens(context, tx, user, session);
}

/** The next pair of a session; the session lives as long as its newest refresh token. */
export function issueTokens(context: Issuing, tx: EntityManager, user: UserRow, session: SessionRow): TokenPair {
  const { now, accessTokens, settings } = context;
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + settings.refreshTokenMs);
  const { token, tokenHash } = newOpaqueToken();
  addRow(tx, RefreshTokenRow, { tokenHash, sessionId: session.id, createdAt, expiresAt, usedAt: null });
  tx.assign(session, { expiresAt });
  return {
    accessToken: accessTokens.sign({ userId: user.id, sessionId: session.id, roles: user.roles }, createdAt),
    refreshToken: token,
    expiresInSeconds: accessTokens.lifetimeSeconds,
  };
}

/** Ends a session of a locked account. The event makes every gateway forget the caller. */
export function revokeSession(tx: EntityManager, user: UserRow, session: SessionRow, now: Date): void {
  if (session.revokedAt) return;
  tx.assign(session, { revokedAt: now });
  changeUser(tx, user, {}, 'session_revoked', now);
}
