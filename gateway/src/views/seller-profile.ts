import type { SellerProfile } from '@estampa/contracts/identity/v1/seller_profile';
import { z } from 'zod';
import type { ImageUrl } from './image-url.ts';
import { id, url } from '../routes/schemas.ts';
import type { View } from './view.ts';

export const StoreStatus = z.enum(['unpublished', 'published']).meta({
  id: 'StoreStatus',
  description:
    'unpublished: answers at its own address and is in no list; published: by the seller, or by the first product that goes on sale',
});

/** What artists say of themselves, to themselves and to visitors. */
export const artistFields = {
  displayName: z.string().nullable().describe('What the artist is called; null: as the store'),
  bio: z.string().nullable().describe('What visitors read about the artist; null where nothing was written'),
  avatarUrl: url.nullable().describe('512 x 512 px; null where there is none'),
  bannerUrl: url.nullable().describe('1600 x 400 px; null where there is none'),
  socialLinks: z
    .array(z.object({ platform: z.string().describe('Such as instagram'), url: url.describe('Of the artist there') }))
    .describe('The artist’s pages elsewhere'),
};

export const SellerProfileJson = z
  .object({
    id: id.describe('What names the artist everywhere else: the sellerProfileId'),
    // In the words of the specification, as here alone.
    onboarding_status: z
      .enum(['pending', 'approved', 'rejected'])
      .meta({ id: 'OnboardingStatus' })
      .describe('Pending from the start; nothing is rejected for it'),
    storeStatus: StoreStatus.describe('Whether the store is shown in discovery'),
    storeName: z.string().describe('What visitors see'),
    storeSlug: z.string().describe('The store in addresses: /stores/{storeSlug}'),
    ...artistFields,
  })
  .meta({ id: 'SellerProfile' });

export const sellerProfileView = (
  profile: SellerProfile,
  imageUrl: ImageUrl,
): View<
  SellerProfile,
  typeof SellerProfileJson,
  'userId' | 'onboardingStatus' | 'createdAt' | 'updatedAt' | 'active' | 'suspended'
> => ({
  id: profile.id,
  onboarding_status: profile.onboardingStatus as z.input<typeof SellerProfileJson>['onboarding_status'],
  storeStatus: profile.storeStatus as z.input<typeof StoreStatus>,
  storeName: profile.storeName,
  storeSlug: profile.storeSlug,
  displayName: profile.displayName ?? null,
  bio: profile.bio ?? null,
  avatarUrl: profile.avatarKey === undefined ? null : imageUrl(profile.avatarKey),
  bannerUrl: profile.bannerKey === undefined ? null : imageUrl(profile.bannerKey),
  socialLinks: profile.socialLinks,
});
