import type { Context } from '../context.ts';
import type { UserRow } from '../db/user.entity.ts';
import { getUser } from './get-user.ts';

/** The buyer with the whole document number. */
export const getBuyer = async (ctx: Context, userId: string): Promise<UserRow> => (await getUser(ctx, userId)).user;
