import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { sellerProfiles } from '../../db/seller-profile-repository.ts';
import { publishFirst } from '../../domain/seller-profile.ts';
import { changeSellerProfile } from './change-seller-profile.ts';

export function publishStore(
  context: Context,
  { sellerProfileId }: { sellerProfileId: string },
): TransactionBody<void> {
  mustBeSeller(context.caller, sellerProfileId);
  return async (tx) => {
    const profile = isUuid(sellerProfileId) ? await sellerProfiles.lock(tx, { id: sellerProfileId }) : null;
    if (!profile) throw notFound('seller profile', sellerProfileId);

    const change = publishFirst(profile, context.now());
    if (change) changeSellerProfile(tx, profile, change, 'seller_profile_published', context.now());
  };
}
