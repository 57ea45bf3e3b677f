import type { Work } from '@estampa/kit/transact';
import type { Context } from '../context.ts';
import { findUserByEmail } from '../db/find-user.ts';
import { resetEmail } from '../domain/password-emails.ts';
import { offerPassword } from './set-password.ts';

/** Statements and answer are the same for an e-mail that has no account. */
export async function requestPasswordReset(context: Context, { email }: { email: string }): Promise<Work<void>> {
  const found = await findUserByEmail(context.em, email);
  return async (tx) => offerPassword(context, tx, found ?? null, resetEmail);
}
