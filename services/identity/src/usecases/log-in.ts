import type { TokenPair } from '@estampa/contracts/identity/v1/identity';
import type { Work } from '@estampa/kit/transact';
import type { Context } from '../context.ts';
import { findUserByEmail, holdUser } from '../db/find-user.ts';
import { mustBeActive } from '../domain/account.ts';
import { invalidCredentials } from '../domain/refusals.ts';
import { openSession } from './sessions.ts';

export type LogIn = { email: string; password: string };

/** An unknown e-mail costs the same time as a wrong password. Only who knows the password learns of a suspension. */
export async function logIn(context: Context, { email, password }: LogIn): Promise<Work<TokenPair>> {
  const found = await findUserByEmail(context.em, email);
  if (!(await context.passwords.matches(found?.passwordHash ?? null, password)) || !found) throw invalidCredentials();
  mustBeActive(found.status);

  return async (tx) => {
    // The account may have been suspended or its password changed while the password was checked.
    const user = await holdUser(tx, found.id);
    if (user?.passwordHash !== found.passwordHash) throw invalidCredentials();
    mustBeActive(user.status);
    return openSession(context, tx, user);
  };
}
