import type { EntityManager } from '@mikro-orm/postgresql';
import { newOpaqueToken } from '../../adapters/opaque-token.ts';
import type { Context } from '../../context.ts';
import { emailVerifications } from '../../db/email-verification-repository.ts';
import type { UserRow } from '../../db/tables/user.ts';
import { EMAIL_VERIFICATION_MS } from '../../domain/email-verification.ts';
import { verificationEmail } from '../../domain/verification-email.ts';
import { postEmail } from '../emails/post-email.ts';

/** Sends a link that proves the address; earlier ones work on until they expire, since all prove the same. */
export function sendEmailVerification(
  { now, settings }: Pick<Context, 'now' | 'settings'>,
  tx: EntityManager,
  { id: userId, email, name }: Pick<UserRow, 'id' | 'email' | 'name'>,
): void {
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + EMAIL_VERIFICATION_MS);
  const { token, tokenHash } = newOpaqueToken();
  emailVerifications.insert(tx, { tokenHash, userId, email, createdAt, expiresAt });
  const verificationUrl = `${settings.publicWebUrl}/email/verify?token=${token}`;
  const message = {
    ...verificationEmail({ name, verificationUrl, expiresAt }),
    about: `email_verification:${userId}`,
    recipient: email,
    giveUpAt: expiresAt,
  };
  postEmail(tx, message, createdAt);
}
