import type { TransactionBody } from '@estampa/kit/postgres/transact';
import { someone } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { limitRate } from '../sessions/limit-rate.ts';
import { lockKnownUser } from './change-user.ts';
import { sendEmailVerification } from './send-email-verification.ts';

/** Sends the caller another link; nothing once the address is verified. */
export async function requestEmailVerification(context: Context): Promise<TransactionBody<void>> {
  const { userId } = someone(context.caller);
  const limits = ['emailVerificationOfAccount', 'emailVerificationOfAccountInADay'] as const;
  await limitRate(context, ...limits.map((limit) => ({ limit, of: userId })));
  return async (tx) => {
    const user = await lockKnownUser(tx, userId);
    if (!user.emailVerifiedAt) sendEmailVerification(context, tx, user);
  };
}
