export type RefreshToken = { usedAt?: Date | null; expiresAt: Date };
export type Session = { revokedAt?: Date | null };

/** What a presented refresh token means: it is good, it was stolen or copied, or its time is over. */
export type TokenVerdict = 'good' | 'reused' | 'ended';

/** A token is good once. Seen a second time it has two holders, and nobody can tell which is the right one. */
export function judgeToken(token: RefreshToken, session: Session, now: Date): TokenVerdict {
  if (session.revokedAt || token.expiresAt <= now) return 'ended';
  return token.usedAt ? 'reused' : 'good';
}
