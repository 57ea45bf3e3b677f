import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { mustBeUsablePassword } from '../../domain/password.ts';
import { addUser } from '../users/change-user.ts';
import { sendEmailVerification } from '../users/send-email-verification.ts';
import { fromAddress, limitRate } from './limit-rate.ts';
import type { LoggedIn } from './log-in.ts';
import { openSession } from './sessions.ts';

export type SignUp = { email: string; password: string; name: string };

/** Opens an account for a customer, who is sent a link that proves the address. */
export async function signUp(context: Context, { email, password, name }: SignUp): Promise<TransactionBody<LoggedIn>> {
  mustBeUsablePassword(password, { email, name });
  await limitRate(context, fromAddress(context, 'signUpFromAddress'));
  const passwordHash = await context.passwords.hash(password, context.call.signal);
  return async (tx) => {
    const account = { email, name, roles: ['customer' as const], passwordHash };
    const user = await addUser(tx, account, 'user_signed_up', context.now());
    sendEmailVerification(context, tx, user);
    const tokens = openSession(context, tx, user);
    return { tokens, device: context.devices.identify(email, null) };
  };
}
