import { isUuid } from '@estampa/kernel/ids';
import { someone } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { findCredentials, lockUser } from '../../db/find-user.ts';
import { hasSamePassword } from '../../domain/account.ts';
import { mustBeUsablePassword } from '../../domain/password.ts';
import { wrongPassword } from '../../domain/rejections.ts';
import { limitRate } from './limit-rate.ts';
import { setPassword } from './set-password.ts';

export type ChangePassword = { currentPassword: string; newPassword: string };

/** Of the caller’s own account; the session that asks goes on. */
export async function changePassword(
  context: Context,
  { currentPassword, newPassword }: ChangePassword,
): Promise<TransactionBody<void>> {
  const { em, passwords, call } = context;
  const { userId, sessionId } = someone(context.caller);
  const found = isUuid(userId) ? await findCredentials(em, userId) : undefined;
  // A way to try passwords, for whoever took over a session; nobody is shut out of the account by it.
  const failures = [{ limit: 'passwordOfSession' as const, of: sessionId ?? userId }];
  if (found) {
    mustBeUsablePassword(newPassword, found, 'newPassword');
    await limitRate(context, ...failures);
  }
  if (!(await passwords.matches(found?.passwordHash ?? null, currentPassword, call.signal))) throw wrongPassword();
  const passwordHash = await passwords.hash(newPassword, call.signal);

  return async (tx) => {
    const user = await lockUser(tx, userId);
    // Somebody else may have changed it while the passwords were hashed.
    if (!user || !found || !hasSamePassword(user, found)) throw wrongPassword();
    setPassword(context, tx, user, { passwordHash, action: 'password_changed', currentSessionId: sessionId });
  };
}
