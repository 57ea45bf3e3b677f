import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { users, type UserWithProfile } from '../../db/user-repository.ts';
import { mustNotRemoveOwnAdmin, readRole } from '../../domain/account.ts';
import type { RoleOfUser } from './add-role.ts';
import { takeRole } from './change-roles.ts';
import { lockKnownUser } from './change-user.ts';

export function removeRole(context: Context, { userId, role: word }: RoleOfUser): TransactionBody<UserWithProfile> {
  const role = readRole(word);
  mustNotRemoveOwnAdmin(mustReachAll(context.caller).userId, userId, role);
  return async (tx) => {
    const user = await lockKnownUser(tx, userId);
    await takeRole(tx, user, role, context.now());
    return users.findChanged(tx, user.id);
  };
}
