import type { Context } from '../../context.ts';
import { type CurrentUserNow, findCurrentUsers } from '../../db/find-user.ts';
import { requestedAtOnce } from '../sessions/asked-at-once.ts';

/** What callers are told of themselves, in one query for the callers of many requests. */
export const listCurrentUsers = ({ em }: Pick<Context, 'em'>, userIds: readonly string[]): Promise<CurrentUserNow[]> =>
  findCurrentUsers(em, requestedAtOnce(userIds));
