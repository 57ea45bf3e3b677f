import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { users, type UserWithProfile } from '../../db/user-repository.ts';
import { suspendStore } from './change-roles.ts';
import { changeUser, lockKnownUser } from './change-user.ts';

export function activateUser(context: Context, id: string): TransactionBody<UserWithProfile> {
  mustReachAll(context.caller);
  return async (tx) => {
    const user = await lockKnownUser(tx, id);
    if (user.status !== 'active') {
      changeUser(tx, user, { status: 'active' }, 'user_activated', context.now());
      await suspendStore(tx, id, { suspended: false }, context.now());
    }
    return users.findChanged(tx, user.id);
  };
}
