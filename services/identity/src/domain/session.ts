export type RefreshToken = { usedAt?: Date | null; expiresAt: Date };
export type Session = { revokedAt?: Date | null };

/** What a presented refresh token means: it is good, its response was lost, it was stolen or copied, or its time is over. */
export type TokenVerdict = 'good' | 'repeated' | 'reused' | 'ended';

/** So long after its use a token gives the same successor again: a client that lost the response retries at once. */
export const REPEATED_WITHIN_MS = 10_000;

/**
 * A token is good once. Seen a second time it has two holders, and either may be the thief; unless it comes soon, and what was given
 * for it has not been used yet.
 */
export function judgeToken(
  token: RefreshToken,
  session: Session,
  successor: Pick<RefreshToken, 'usedAt'> | null,
  now: Date,
): TokenVerdict {
  if (session.revokedAt || token.expiresAt <= now) return 'ended';
  if (!token.usedAt) return 'good';
  const isSoon = now.getTime() - token.usedAt.getTime() <= REPEATED_WITHIN_MS;
  return isSoon && successor && !successor.usedAt ? 'repeated' : 'reused';
}

/** When a new refresh token expires; none outlives its session. */
export const tokenEnd = (
  sessionBegan: Date,
  now: Date,
  { refreshTokenMs, sessionMs }: { refreshTokenMs: number; sessionMs: number },
): Date => new Date(Math.min(now.getTime() + refreshTokenMs, sessionBegan.getTime() + sessionMs));
