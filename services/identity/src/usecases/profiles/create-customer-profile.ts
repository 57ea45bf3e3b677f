import { newId } from '@estampa/kernel/ids';
import { mustBeUser } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { customerProfiles } from '../../db/customer-profile-repository.ts';
import type { CustomerProfileRow } from '../../db/tables/customer-profile.ts';
import { giveRole } from '../users/change-roles.ts';
import { lockKnownUser } from '../users/change-user.ts';

export type CreatedCustomerProfile = { profile: CustomerProfileRow; created: boolean };

/** Gives the role customer; a profile that was given up retains its id. */
export function createCustomerProfile(
  context: Context,
  { userId }: { userId: string },
): TransactionBody<CreatedCustomerProfile> {
  mustBeUser(context.caller, userId);
  return async (tx) => {
    const user = await lockKnownUser(tx, userId);
    const found = await customerProfiles.find(tx, userId);
    if (found?.active) return { profile: found, created: false };

    const now = context.now();
    const profile = { ...(found ?? { id: newId(), userId, createdAt: now }), active: true };
    customerProfiles.save(tx, profile);
    giveRole(tx, user, 'customer', now);
    return { profile, created: true };
  };
}
