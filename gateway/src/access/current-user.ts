import type { CurrentUser } from '@estampa/contracts/identity/v1/auth';
import { notFound } from '@estampa/kernel/errors';
import { SharedCalls } from '@estampa/kit/rpc/shared-calls';
import type { Clients } from '../clients/clients.ts';

const USERS_PER_CALL = 100;

/** What callers see of themselves. */
export type CurrentUserOf = (userId: string) => Promise<CurrentUser>;

/** Sends one query to identity for all concurrent requests. */
export function createCurrentUserOf({ auth }: Pick<Clients, 'auth'>): CurrentUserOf {
  const request = async (userIds: readonly string[]) => {
    const { users } = await auth.listCurrentUsers({ userIds: [...new Set(userIds)] });
    const byId = new Map(users.map((user) => [user.id, user]));
    return userIds.map((id) => byId.get(id));
  };
  const calls = new SharedCalls(request, { questionsPerCall: USERS_PER_CALL });
  return async (userId) => {
    const user = await calls.join(userId);
    if (!user) throw notFound('user', userId);
    return user;
  };
}
