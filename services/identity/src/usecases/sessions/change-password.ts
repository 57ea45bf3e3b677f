import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { users } from '../../db/user-repository.ts';
import { hasSamePassword } from '../../domain/account.ts';
import { mustBeUsablePassword } from '../../domain/password.ts';
import { wrongPassword } from '../../domain/rejections.ts';
import { provePassword } from './prove-password.ts';
import { setPassword } from './set-password.ts';

export type ChangePassword = { currentPassword: string; newPassword: string };

/** Of the caller’s own account; the caller's session goes on. */
export async function changePassword(
  context: Context,
  { currentPassword, newPassword }: ChangePassword,
): Promise<TransactionBody<void>> {
  const mustBeUsable = (found: { email: string; name: string }) =>
    mustBeUsablePassword(newPassword, found, 'newPassword');
  const { userId, sessionId, ...found } = await provePassword(context, currentPassword, mustBeUsable);
  const passwordHash = await context.passwords.hash(newPassword, context.call.signal);

  return async (tx) => {
    const user = await users.lock(tx, userId);
    // The password may have been changed, or the account deleted, while the passwords were hashed.
    if (!user || user.closingSince || !hasSamePassword(user, found)) throw wrongPassword();
    setPassword(context, tx, user, { passwordHash, action: 'password_changed', currentSessionId: sessionId });
  };
}
