import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { mustBeUsablePassword } from '../../domain/password.ts';
import { addUser } from '../users/change-user.ts';
import { fromAddress, keepWithinLimits } from './limit-rate.ts';
import type { LoggedIn } from './log-in.ts';
import { openSession } from './sessions.ts';

export type SignUp = { email: string; password: string; name: string };

/** Opens an account for a customer. */
export async function signUp(context: Context, { email, password, name }: SignUp): Promise<TransactionBody<LoggedIn>> {
  mustBeUsablePassword(password, { email, name });
  await keepWithinLimits(context, fromAddress('signUpFromAddress'));
  const passwordHash = await context.passwords.hash(password);
  return async (tx) => {
    const user = { email, name, roles: ['customer' as const], passwordHash };
    const tokens = openSession(context, tx, await addUser(tx, user, 'user_signed_up', context.now()));
    return { tokens, device: context.devices.introduce(email, null) };
  };
}
