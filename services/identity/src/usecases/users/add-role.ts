import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { users, type UserWithProfile } from '../../db/user-repository.ts';
import { readRole } from '../../domain/account.ts';
import { giveRole, setProfileActive } from './change-roles.ts';
import { lockKnownUser } from './change-user.ts';

export type RoleOfUser = { userId: string; role: string };

export function addRole(context: Context, { userId, role: word }: RoleOfUser): TransactionBody<UserWithProfile> {
  mustReachAll(context.caller);
  const role = readRole(word);
  return async (tx) => {
    const user = await lockKnownUser(tx, userId);
    const now = context.now();
    if (giveRole(tx, user, role, now)) await setProfileActive(tx, userId, role, { active: true }, now);
    return users.findChanged(tx, user.id);
  };
}
