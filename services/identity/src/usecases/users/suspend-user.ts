import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { sessions } from '../../db/session-repository.ts';
import { users, type UserWithProfile } from '../../db/user-repository.ts';
import { mustNotSuspendSelf } from '../../domain/account.ts';
import { suspendStore } from './change-roles.ts';
import { changeUser, lockKnownUser } from './change-user.ts';

/** Ends all sessions too, so that none goes on when the account is activated again; its store is hidden until then. */
export function suspendUser(context: Context, id: string): TransactionBody<UserWithProfile> {
  mustNotSuspendSelf(mustReachAll(context.caller).userId, id);
  return async (tx) => {
    const user = await lockKnownUser(tx, id);
    if (user.status !== 'suspended') {
      sessions.saveRevoked(tx, id, context.now());
      changeUser(tx, user, { status: 'suspended' }, 'user_suspended', context.now());
      await suspendStore(tx, id, { suspended: true }, context.now());
    }
    return users.findChanged(tx, user.id);
  };
}
