import { mustBeUser } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import type { SellerProfileRow } from '../../db/tables/seller-profile.ts';
import { changeProfile, type ProfileChange } from '../../domain/seller-profile.ts';
import { changeSellerProfile, lockProfileOf, mustBeFreeSlug } from './change-seller-profile.ts';

export type UpdateSellerProfile = ProfileChange & { userId: string };

export function updateSellerProfile(
  context: Context,
  { userId, ...change }: UpdateSellerProfile,
): TransactionBody<SellerProfileRow> {
  mustBeUser(context.caller, userId);
  return async (tx) => {
    const profile = await lockProfileOf(tx, userId);
    const changed = changeProfile(profile, change, context.now());
    if (changed.storeSlug !== profile.storeSlug) await mustBeFreeSlug(tx, changed.storeSlug);
    const isOpening = changed.storeStatus === 'published' && profile.storeStatus !== 'published';
    const type = isOpening ? 'seller_profile_published' : 'seller_profile_updated';
    changeSellerProfile(tx, profile, changed, type, context.now());
    return profile;
  };
}
