import type { TokenPair } from '@estampa/contracts/identity/v1/auth';
import { currentCall } from '@estampa/kit/call';
import type { Context } from '../context.ts';
import { findUserByEmail, saveRehash, type User } from '../db/find-user.ts';
import { mustBeActive } from '../domain/account.ts';
import { invalidCredentials } from '../domain/refusals.ts';
import { findWithinLimits, fromAddress, ofAccount } from './limit-rate.ts';
import { openSessionOfUnchanged } from './sessions.ts';

export type LogIn = { email: string; password: string };

/** An unknown e-mail costs the same time as a wrong password. Only who knows the password learns of a suspension. */
export async function logIn(context: Context, { email, password }: LogIn): Promise<TokenPair> {
  const { em, passwords } = context;
  const limits = [ofAccount('logInOfAccount', email), fromAddress('logInFromAddress')];
  const found = await findWithinLimits(context, limits, email);
  if (!(await passwords.matches(found?.passwordHash ?? null, password)) || !found) throw invalidCredentials();
  mustBeActive(found.status);
  // Only now is the password at hand to be hashed at the present cost.
  if (passwords.isOutdated(found.passwordHash!)) await saveRehash(em, found, await passwords.hash(password));

  currentCall()?.signal?.throwIfAborted();
  return (await openSessionOfUnchanged(context, found)) ?? refuseChanged(context, found);
}

/** The account was suspended or its password changed while the password was checked. */
async function refuseChanged({ em }: Context, { email }: User): Promise<never> {
  const user = await findUserByEmail(em, email);
  if (user) mustBeActive(user.status);
  throw invalidCredentials();
}
