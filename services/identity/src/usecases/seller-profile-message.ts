import type { SellerProfile } from '@estampa/contracts/identity/v1/identity';
import type { SellerProfileRow } from '../db/seller-profile.entity.ts';

/** The public state of a profile, in answers and events alike. */
export const sellerProfileMessage = (row: SellerProfileRow): SellerProfile => ({
  id: row.id,
  userId: row.userId,
  onboardingStatus: row.onboardingStatus,
  storeStatus: row.storeStatus,
  storeName: row.storeName,
  storeSlug: row.storeSlug,
  displayName: row.displayName ?? undefined,
  bio: row.bio ?? undefined,
  avatarUrl: row.avatarUrl ?? undefined,
  bannerUrl: row.bannerUrl ?? undefined,
  socialLinks: row.socialLinks,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  active: row.active,
});
