import type { Work } from '@estampa/kit/transact';
import type { Context } from '../context.ts';
import { byEmail } from '../db/find-user.ts';
import { resetEmail } from '../domain/password-emails.ts';
import { ofAccount, withinLimits } from './limit-rate.ts';
import { offerPassword } from './set-password.ts';

/** Statements and answer are the same for an e-mail that has no account. */
export async function requestPasswordReset(context: Context, { email }: { email: string }): Promise<Work<void>> {
  const limits = [ofAccount('forgottenPasswordOfAccount', email)];
  const [found] = await withinLimits(context, limits, byEmail(email));
  return async (tx) => offerPassword(context, tx, found ?? null, resetEmail);
}
