import { notFound } from '@estampa/kernel/errors';
import { mustBeUser } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { takeRole } from '../users/change-roles.ts';
import { lockKnownUser } from '../users/change-user.ts';

/** Removes the role customer, also from accounts without a profile, such as all that signed up. */
export function deleteCustomerProfile(context: Context, { userId }: { userId: string }): TransactionBody<void> {
  mustBeUser(context.caller, userId);
  return async (tx) => {
    const user = await lockKnownUser(tx, userId);
    if (!user.roles.includes('customer')) throw notFound('customer profile of user', userId);
    await takeRole(tx, user, 'customer', context.now());
  };
}
