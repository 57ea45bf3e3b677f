import type {
  SellerProfileServiceService,
  UpdateSellerProfileRequest,
} from '@estampa/contracts/identity/v1/seller_profile';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import { changesIn, type UpdateFields } from '@estampa/kit/rpc/update-mask';
import type { Context } from '../context.ts';
import { sellerProfileMessage } from '../messages/seller-profile.ts';
import { completeProfileImage } from '../usecases/profiles/complete-profile-image.ts';
import { createSellerProfile } from '../usecases/profiles/create-seller-profile.ts';
import { deleteSellerProfile } from '../usecases/profiles/delete-seller-profile.ts';
import { getSellerProfile } from '../usecases/profiles/get-seller-profile.ts';
import { presignProfileImage } from '../usecases/profiles/presign-profile-image.ts';
import { publishStore } from '../usecases/profiles/publish-store.ts';
import { removeProfileImage } from '../usecases/profiles/remove-profile-image.ts';
import { type UpdateSellerProfile, updateSellerProfile } from '../usecases/profiles/update-seller-profile.ts';

const FIELDS = {
  storeName: 'required',
  storeSlug: 'required',
  displayName: 'clearable',
  bio: 'clearable',
  socialLinks: 'clearable',
  storeStatus: 'required',
} as const satisfies UpdateFields<UpdateSellerProfileRequest, 'userId', UpdateSellerProfile>;

export const sellerProfiles: Handlers<typeof SellerProfileServiceService, Context> = {
  createSellerProfile: command(
    (context, { socialLinks, ...request }) =>
      createSellerProfile(context, { ...request, ...(socialLinks.length > 0 && { socialLinks }) }),
    (profile) => ({ profile: sellerProfileMessage(profile) }),
  ),

  deleteSellerProfile: command(deleteSellerProfile, () => ({})),

  async getSellerProfile(context, { id, userId }) {
    const profile = await getSellerProfile(context, id === undefined ? { userId: userId ?? '' } : { id });
    return { profile: sellerProfileMessage(profile) };
  },

  updateSellerProfile: command(
    (context, request) => updateSellerProfile(context, { userId: request.userId, ...changesIn(request, FIELDS) }),
    (profile) => ({ profile: sellerProfileMessage(profile) }),
  ),

  publishStore: command(publishStore, () => ({})),

  presignProfileImage: (context, request) => presignProfileImage(context, request),

  completeProfileImage: command(completeProfileImage, (profile) => ({ profile: sellerProfileMessage(profile) })),

  removeProfileImage: command(removeProfileImage, () => ({})),
};
