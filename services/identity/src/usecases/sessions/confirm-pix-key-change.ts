import { newId } from '@estampa/kernel/ids';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { users } from '../../db/user-repository.ts';
import { hasSamePassword } from '../../domain/account.ts';
import { pixKeyEmail } from '../../domain/pix-key-email.ts';
import { wrongPassword } from '../../domain/rejections.ts';
import { postEmail } from '../emails/post-email.ts';
import { provePassword } from './prove-password.ts';

type ConfirmPixKeyChange = { currentPassword: string };

/** Later it would be no news. */
const NEWS_FOR_MS = 7 * 24 * 60 * 60_000;

/** The owner of the account confirms it by the password, and is told. Whatever happens to the change after that, none is made untold. */
export async function confirmPixKeyChange(
  context: Context,
  { currentPassword }: ConfirmPixKeyChange,
): Promise<TransactionBody<void>> {
  const { userId, sessionId: _goesOn, ...found } = await provePassword(context, currentPassword);

  return async (tx) => {
    const user = await users.lock(tx, userId);
    // The password may have been changed, or the account suspended or deleted, while the password was compared.
    if (user?.status !== 'active' || !hasSamePassword(user, found)) throw wrongPassword();
    const confirmedAt = context.now();
    const email = {
      ...pixKeyEmail({ name: user.name, passwordUrl: `${context.settings.publicWebUrl}/password/forgot`, confirmedAt }),
      // One for each: that of a thief must not go because the owner made a change as well.
      about: `pix_key:${userId}:${newId()}`,
      recipient: user.email,
      giveUpAt: new Date(confirmedAt.getTime() + NEWS_FOR_MS),
    };
    postEmail(tx, email, confirmedAt);
  };
}
