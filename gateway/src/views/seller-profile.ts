import type { SellerProfile } from '@estampa/contracts/identity/v1/seller_profile';
import { z } from 'zod';
import type { ImageUrl } from './image-url.ts';
import { id, url } from '../routes/schemas.ts';
import type { View } from './view.ts';

export const StoreStatus = z.enum(['unpublished', 'published']).meta({ id: 'StoreStatus' });

export const SellerProfileJson = z
  .object({
    id,
    // In the words of the specification, as here alone.
    onboarding_status: z.enum(['pending', 'approved', 'rejected']).meta({ id: 'OnboardingStatus' }),
    storeStatus: StoreStatus,
    storeName: z.string(),
    storeSlug: z.string(),
    displayName: z.string().nullable(),
    bio: z.string().nullable(),
    avatarUrl: url.nullable(),
    bannerUrl: url.nullable(),
    socialLinks: z.array(z.object({ platform: z.string(), url: url })),
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
