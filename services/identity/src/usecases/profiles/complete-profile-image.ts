import { COMPLETE_DEADLINE_MS } from '@estampa/kernel/deadlines';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import type { SellerProfileRow } from '../../db/tables/seller-profile.ts';
import { readImageType } from '../../domain/profile-image.ts';
import { lockProfileOf, setProfileImage } from './change-seller-profile.ts';
import { getSellerProfile } from './get-seller-profile.ts';

export type CompleteProfileImage = { userId: string; type: string; key: string };

/** A file of 10 MB is read, decoded and scaled. */

/** Shows an uploaded image on a profile; what it showed before is removed once media-render receives the event. */
export async function completeProfileImage(
  context: Context,
  { userId, type: word, key }: CompleteProfileImage,
): Promise<TransactionBody<SellerProfileRow>> {
  const type = readImageType(word);
  const { id: sellerProfileId } = await getSellerProfile(context, { userId });
  const { imageKey } = await context.profileImages.completeProfileImage(
    { sellerProfileId, type, key },
    { deadlineMs: COMPLETE_DEADLINE_MS },
  );
  return async (tx) => {
    const profile = await lockProfileOf(tx, userId);
    setProfileImage(tx, profile, type, imageKey, context.now());
    return profile;
  };
}
