const HOUR_MS = 60 * 60_000;

/** So long after it was sent a link proves an address. */
export const EMAIL_VERIFICATION_MS = 24 * HOUR_MS;

/** What a link can prove: that the owner of the account reads what is sent to this address. */
type VerificationLink = { email: string; expiresAt: Date };

type Account = { email: string; emailVerifiedAt?: Date | null };

/** What following a link means: the address is verified now, was verified before, or the link is good for nothing. */
export type Verification = 'verifies' | 'verified_before' | 'invalid';

/** A link says nothing of an address that the account was given since; followed again while it is good, it does no harm. */
export function judgeVerification(link: VerificationLink, account: Account, now: Date): Verification {
  const isOfAddress = link.email.toLowerCase() === account.email.toLowerCase();
  if (!isOfAddress || link.expiresAt <= now) return 'invalid';
  return account.emailVerifiedAt ? 'verified_before' : 'verifies';
}
