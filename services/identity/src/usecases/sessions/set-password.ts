import type { EntityManager } from '@mikro-orm/postgresql';
import { newOpaqueToken } from '../../adapters/opaque-token.ts';
import type { Context } from '../../context.ts';
import { passwordResets } from '../../db/password-reset-repository.ts';
import { sessions } from '../../db/session-repository.ts';
import type { UserRow } from '../../db/tables/user.ts';
import { passwordChangedEmail, type resetEmail } from '../../domain/password-emails.ts';
import { changeUser } from '../users/change-user.ts';
import { postEmail, postNothing } from '../emails/post-email.ts';

type Offering = Pick<Context, 'now' | 'settings'>;

/** Lets the owner of an e-mail choose a password. Without an account the same is written, and nothing is sent. */
export function offerPassword(
  { now, settings }: Offering,
  tx: EntityManager,
  user: Pick<UserRow, 'id' | 'email' | 'name'> | null,
  compose: typeof resetEmail,
): void {
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + settings.passwordResetMs);
  const { token, tokenHash } = newOpaqueToken();
  passwordResets.insert(tx, { tokenHash, userId: user?.id ?? null, createdAt, expiresAt });
  const passwordUrl = `${settings.publicWebUrl}/password/reset?token=${token}`;
  const email = {
    ...compose({ name: user?.name ?? '', passwordUrl, expiresAt }),
    about: `password:${user?.id ?? tokenHash}`,
    recipient: user?.email ?? '',
    giveUpAt: expiresAt,
  };
  (user ? postEmail : postNothing)(tx, email, createdAt);
}

/** Later it would be no news. */
const NEWS_FOR_MS = 7 * 24 * 60 * 60_000;

type NewPassword = {
  passwordHash: string;
  action: 'password_changed' | 'password_reset';
  currentSessionId?: string | null;
};

/**
 * A new password for a locked account ends its sessions, but for the current one, voids every link to choose one, and makes its
 * devices unknown; its owner is notified.
 */
export function setPassword(
  { now, settings }: Offering,
  tx: EntityManager,
  user: UserRow,
  { passwordHash, action, currentSessionId = null }: NewPassword,
): void {
  const changedAt = now();
  sessions.saveRevoked(tx, user.id, changedAt, currentSessionId);
  passwordResets.deleteOfUser(tx, user.id);
  const change = { passwordHash, devicesKnownFrom: changedAt, ...verified(user, action, changedAt) };
  changeUser(tx, user, change, 'password_changed', changedAt, { action });
  const passwordUrl = `${settings.publicWebUrl}/password/forgot`;
  const email = {
    ...passwordChangedEmail({ name: user.name, passwordUrl, changedAt }),
    about: `password_changed:${user.id}`,
    recipient: user.email,
    giveUpAt: new Date(changedAt.getTime() + NEWS_FOR_MS),
  };
  postEmail(tx, email, changedAt);
}

/** Resetting a password takes a link that was sent to the address. */
const verified = (
  { emailVerifiedAt }: UserRow,
  action: NewPassword['action'],
  now: Date,
): Partial<Pick<UserRow, 'emailVerifiedAt'>> =>
  action === 'password_reset' ? { emailVerifiedAt: emailVerifiedAt ?? now } : {};
