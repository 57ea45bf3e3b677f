import type { TokenPair } from '@estampa/contracts/identity/v1/identity';
import { transact } from '@estampa/kit/idempotency';
import type { Context } from '../context.ts';
import { createUser } from './change-user.ts';
import { openSession } from './sessions.ts';

export type SignUp = { email: string; password: string; name: string };

/** Opens an account for a customer. */
export async function signUp(context: Context, { email, password, name }: SignUp): Promise<TokenPair> {
  const passwordHash = await context.passwords.hash(password);
  return transact(context.em, async (tx) => {
    const user = { email, name, roles: ['customer' as const], passwordHash };
    return openSession(context, tx, await createUser(tx, user, 'user_signed_up', context.now()));
  });
}
