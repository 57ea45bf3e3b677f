import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { resetEmail } from '../../domain/password-emails.ts';
import { findWithinLimits, ofAccount } from './limit-rate.ts';
import { offerPassword } from './set-password.ts';

/** Statements and response are the same for an e-mail that has no account. */
export async function requestPasswordReset(
  context: Context,
  { email }: { email: string },
): Promise<TransactionBody<void>> {
  const limits = [ofAccount('forgottenPasswordOfAccount', email)];
  const found = await findWithinLimits(context, limits, email);
  return async (tx) => offerPassword(context, tx, found ?? null, resetEmail);
}
