import { alreadyExists, DomainError } from '@estampa/kernel/errors';
import { mustBeUser } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { sellerProfiles } from '../../db/seller-profile-repository.ts';
import type { SellerProfileRow } from '../../db/tables/seller-profile.ts';
import type { UserRow } from '../../db/tables/user.ts';
import { waitlistEntries } from '../../db/waitlist-entry-repository.ts';
import { changeProfile, type NewStore } from '../../domain/seller-profile.ts';
import { mustBeUsableSlug } from '../../domain/store-slug.ts';
import { giveRole } from '../users/change-roles.ts';
import { addSellerProfile, changeSellerProfile, mustBeFreeSlug } from './change-seller-profile.ts';
import { lockKnownUser } from '../users/change-user.ts';

export type CreateSellerProfile = NewStore & { userId: string };

/** Gives the role seller; a profile that was given up opens again under its id, changed as far as is said. */
export function createSellerProfile(
  context: Context,
  { userId, ...store }: CreateSellerProfile,
): TransactionBody<SellerProfileRow> {
  mustBeUser(context.caller, userId);
  if (store.storeSlug !== undefined) mustBeUsableSlug(store.storeSlug);
  return async (tx) => {
    const now = context.now();
    const user = await lockKnownUser(tx, userId);
    const former = await sellerProfiles.lock(tx, { userId });
    if (former?.active) throw alreadyExists('You have a seller profile');
    if (context.settings.sellers === 'invited') await mustBeInvited(tx, user);

    if (store.storeSlug !== undefined && store.storeSlug !== former?.storeSlug)
      await mustBeFreeSlug(tx, store.storeSlug);
    const profile = former ? reopen(tx, former, store, now) : await addSellerProfile(tx, user, store, now);
    giveRole(tx, user, 'seller', now);
    return profile;
  };
}

/** By an invitation that was taken up, or by an admin who gave the role. An e-mail alone proves nothing: anybody may sign up with it. */
async function mustBeInvited(tx: EntityManager, { id: userId, roles }: UserRow): Promise<void> {
  if (roles.includes('seller') || (await waitlistEntries.hasConverted(tx, userId))) return;
  throw new DomainError('forbidden', 'invitation_required', 'Sellers are invited: ask for a place on the waitlist');
}

function reopen(tx: EntityManager, profile: SellerProfileRow, store: NewStore, now: Date): SellerProfileRow {
  const change = { ...changeProfile(profile, store, now), active: true };
  changeSellerProfile(tx, profile, change, 'seller_profile_reopened', now);
  return profile;
}
