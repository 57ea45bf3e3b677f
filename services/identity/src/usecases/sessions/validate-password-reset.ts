import { hashOf } from '../../adapters/opaque-token.ts';
import type { Context } from '../../context.ts';
import { type OpenPasswordReset, passwordResets } from '../../db/password-reset-repository.ts';
import { fromAddress, limitRate } from './limit-rate.ts';

/** Null when the token opens nothing. */
export async function validatePasswordReset(
  context: Context,
  { token }: { token: string },
): Promise<OpenPasswordReset | null> {
  await limitRate(context, fromAddress(context, 'tokenCheckFromAddress'));
  return (await passwordResets.findOpen(context.em, hashOf(token), context.now())) ?? null;
}
