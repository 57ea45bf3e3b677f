import type { Context } from '../context.ts';
import type { UserRow } from '../db/user.entity.ts';
import { getUser } from './get-user.ts';

/** The buyer with the whole document number. */
export const getBuyer = async (context: Context, userId: string): Promise<UserRow> =>
  (await getUser(context, userId)).user;
