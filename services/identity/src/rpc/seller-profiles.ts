import type { SellerProfileServiceService } from '@estampa/contracts/identity/v1/identity';
import type { Handlers } from '@estampa/kit/grpc-server';
import type { Context } from '../context.ts';
import { sellerProfileMessage } from '../messages/seller-profile.ts';
import { getSellerProfile } from '../usecases/get-seller-profile.ts';
import { publishStore } from '../usecases/publish-store.ts';
import { updateSellerProfile } from '../usecases/update-seller-profile.ts';
import { changesIn } from './changes.ts';

const CHANGEABLE = ['storeName', 'storeSlug', 'displayName', 'bio', 'socialLinks', 'storeStatus'] as const;

export const sellerProfiles: Handlers<typeof SellerProfileServiceService, Context> = {
  async getSellerProfile(context, { id, userId }) {
    const profile = await getSellerProfile(context, id === undefined ? { userId: userId ?? '' } : { id });
    return { profile: sellerProfileMessage(profile) };
  },

  async updateSellerProfile(context, request) {
    const changes = changesIn(request, request.updateMask, CHANGEABLE);
    const profile = await updateSellerProfile(context, { userId: request.userId, ...changes });
    return { profile: sellerProfileMessage(profile) };
  },

  async publishStore(context, request) {
    await publishStore(context, request);
    return {};
  },
};
