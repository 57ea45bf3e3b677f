import type { TransactionBody } from '@estampa/kit/postgres/transact';
import { hashOf } from '../../adapters/opaque-token.ts';
import type { Context } from '../../context.ts';
import { emailVerifications } from '../../db/email-verification-repository.ts';
import { users } from '../../db/user-repository.ts';
import { judgeVerification } from '../../domain/email-verification.ts';
import { invalidToken } from '../../domain/rejections.ts';
import { fromAddress, limitRate } from '../sessions/limit-rate.ts';
import { changeUser } from './change-user.ts';

/** Following the link proves that its reader receives what is sent to the address. Doing so again while it is valid changes nothing. */
export async function verifyEmail(context: Context, { token }: { token: string }): Promise<TransactionBody<void>> {
  await limitRate(context, fromAddress(context, 'tokenCheckFromAddress'));
  return async (tx) => {
    const link = await emailVerifications.find(tx, hashOf(token));
    const user = link ? await users.lock(tx, link.userId) : null;
    if (!link || !user) throw invalidToken();
    const now = context.now();
    const verdict = judgeVerification(link, user, now);
    if (verdict === 'invalid') throw invalidToken();
    if (verdict === 'verifies') changeUser(tx, user, { emailVerifiedAt: now }, 'email_verified', now);
  };
}
