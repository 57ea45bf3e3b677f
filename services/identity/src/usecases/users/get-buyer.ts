import type { Context } from '../../context.ts';
import type { UserRecord } from '../../db/user-repository.ts';
import { getUser } from './get-user.ts';

/** The buyer with the unmasked document number. */
export const getBuyer = async (context: Context, userId: string): Promise<UserRecord> =>
  (await getUser(context, userId)).user;
