import type { TokenPair } from '@estampa/contracts/identity/v1/identity';
import type { Work } from '@estampa/kit/transact';
import { LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { findUserByEmail } from '../db/find-user.ts';
import { UserRow } from '../db/user.entity.ts';
import { mustBeActive } from '../domain/account.ts';
import { invalidCredentials } from '../domain/refusals.ts';
import { openSession } from './sessions.ts';

export type LogIn = { email: string; password: string };

/** An unknown e-mail costs the same time as a wrong password. Only who knows the password learns of a suspension. */
export async function logIn(context: Context, { email, password }: LogIn): Promise<Work<TokenPair>> {
  const found = await findUserByEmail(context.em.fork(), email);
  if (!(await context.passwords.matches(found?.passwordHash ?? null, password)) || !found) throw invalidCredentials();
  mustBeActive(found.status);

  return async (tx) => {
    // The account may have been suspended or its password changed while the password was checked.
    const user = await tx.findOneOrFail(UserRow, found.id, { lockMode: LockMode.PESSIMISTIC_READ });
    if (user.passwordHash !== found.passwordHash) throw invalidCredentials();
    mustBeActive(user.status);
    return openSession(context, tx, user);
  };
}
