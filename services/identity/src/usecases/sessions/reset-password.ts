import type { TransactionBody } from '@estampa/kit/postgres/transact';
import { hashOf } from '../../adapters/opaque-token.ts';
import type { Context } from '../../context.ts';
import { passwordResets } from '../../db/password-reset-repository.ts';
import { users } from '../../db/user-repository.ts';
import { mustBeUsablePassword } from '../../domain/password.ts';
import { invalidToken } from '../../domain/rejections.ts';
import { setPassword } from './set-password.ts';
import { validatePasswordReset } from './validate-password-reset.ts';

export type ResetPassword = { token: string; newPassword: string };

/** The owner of the account’s e-mail chooses its password, once. */
export async function resetPassword(
  context: Context,
  { token, newPassword }: ResetPassword,
): Promise<TransactionBody<void>> {
  // Hashing is dear, so who has no token does not get that far.
  const offer = await validatePasswordReset(context, { token });
  if (!offer) throw invalidToken();
  const passwordHash = await context.passwords.hash(newPassword, context.call.signal);
  return async (tx) => {
    const now = context.now();
    const user = await users.lock(tx, offer.userId);
    // Of two concurrent uses, the later finds nothing under the lock.
    if (!user || user.closingSince || !(await passwordResets.findOpen(tx, hashOf(token), now))) throw invalidToken();
    mustBeUsablePassword(newPassword, user, 'newPassword');
    setPassword(context, tx, user, { passwordHash, action: 'password_reset' });
  };
}
