import type { TokenPair } from '@estampa/contracts/identity/v1/identity';
import type { Work } from '@estampa/kit/transact';
import type { Context } from '../context.ts';
import { byEmail, holdUser, lockUser, saveRehash } from '../db/find-user.ts';
import { hasSamePassword, mustBeActive } from '../domain/account.ts';
import { invalidCredentials } from '../domain/refusals.ts';
import { fromAddress, ofAccount, withinLimits } from './limit-rate.ts';
import { openSession } from './sessions.ts';

export type LogIn = { email: string; password: string };

/** An unknown e-mail costs the same time as a wrong password. Only who knows the password learns of a suspension. */
export async function logIn(context: Context, { email, password }: LogIn): Promise<Work<TokenPair>> {
  const { passwords } = context;
  const limits = [ofAccount('logInOfAccount', email), fromAddress('logInFromAddress')];
  const [found] = await withinLimits(context, limits, byEmail(email));
  if (!(await passwords.matches(found?.passwordHash ?? null, password)) || !found) throw invalidCredentials();
  mustBeActive(found.status);
  // Only now is the password at hand to be hashed at the present cost.
  const rehash = passwords.isOutdated(found.passwordHash!) ? await passwords.hash(password) : null;

  return async (tx) => {
    // The account may have been suspended or its password changed while the password was checked.
    const user = rehash ? await lockUser(tx, found.id) : await holdUser(tx, found.id);
    if (!user || !hasSamePassword(user, found)) throw invalidCredentials();
    mustBeActive(user.status);
    if (rehash) saveRehash(tx, user.id, rehash);
    return openSession(context, tx, user);
  };
}
