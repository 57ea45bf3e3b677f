import type { Context } from '../../context.ts';
import { type CurrentUserRow, users } from '../../db/user-repository.ts';
import { requestedAtOnce } from '../sessions/requested-at-once.ts';

/** What callers may read of themselves, in one query for the callers of many requests. */
export const listCurrentUsers = ({ em }: Pick<Context, 'em'>, userIds: readonly string[]): Promise<CurrentUserRow[]> =>
  users.findCurrent(em, requestedAtOnce(userIds));
