import type { TokenPair } from '@estampa/contracts/identity/v1/identity';
import { newId } from '@estampa/kernel/ids';
import { addRow } from '@estampa/kit/add-row';
import type { EntityManager } from '@mikro-orm/postgresql';
import { newOpaqueToken } from '../adapters/opaque-token.ts';
import type { Context } from '../context.ts';
import { RefreshTokenRow } from '../db/refresh-token.entity.ts';
import { saveSession } from '../db/save-session.ts';
import type { SessionRow } from '../db/session.entity.ts';
import type { UserRow } from '../db/user.entity.ts';
import { changeUser } from './change-user.ts';

type Issuing = Pick<Context, 'now' | 'accessTokens' | 'settings'>;
type Bearer = Pick<UserRow, 'id' | 'roles'>;

/** Begins a session with its first pair of tokens. */
export function openSession(context: Issuing, tx: EntityManager, user: Bearer): TokenPair {
  const { pair, refreshToken } = newTokens(context, user, newId());
  saveSession(tx, user.id, refreshToken);
  return pair;
}

/** The next pair of a session. */
export function issueTokens(context: Issuing, tx: EntityManager, user: Bearer, session: SessionRow): TokenPair {
  const { pair, refreshToken } = newTokens(context, user, session.id);
  addRow(tx, RefreshTokenRow, { ...refreshToken, usedAt: null });
  tx.assign(session, { expiresAt: refreshToken.expiresAt });
  return pair;
}

function newTokens({ now, accessTokens, settings }: Issuing, user: Bearer, sessionId: string) {
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + settings.refreshTokenMs);
  const { token, tokenHash } = newOpaqueToken();
  const pair: TokenPair = {
    accessToken: accessTokens.sign({ userId: user.id, sessionId, roles: user.roles }, createdAt),
    refreshToken: token,
    expiresInSeconds: accessTokens.lifetimeSeconds,
  };
  return { pair, refreshToken: { tokenHash, sessionId, createdAt, expiresAt } };
}

/** Ends a session of a locked account. The event makes every gateway forget the caller. */
export function revokeSession(tx: EntityManager, user: UserRow, session: SessionRow, now: Date): void {
  if (session.revokedAt) return;
  tx.assign(session, { revokedAt: now });
  changeUser(tx, user, {}, 'session_revoked', now);
}
