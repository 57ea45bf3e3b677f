import { hashOf } from '../adapters/opaque-token.ts';
import type { Context } from '../context.ts';
import { findOpenPasswordReset, type OpenPasswordReset } from '../db/password-reset.ts';

/** Null when the token opens nothing. */
export const validatePasswordReset = async (
  { em, now }: Context,
  { token }: { token: string },
): Promise<OpenPasswordReset | null> => (await findOpenPasswordReset(em, hashOf(token), now())) ?? null;
