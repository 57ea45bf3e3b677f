import { SellerProfileChanged } from '@estampa/contracts/identity/v1/events';
import type { SellerProfile } from '@estampa/contracts/identity/v1/seller_profile';
import type { AllFields } from '@estampa/kernel/all-fields';
import { appendEvent } from '@estampa/kit/events/outbox';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { SellerProfileRow } from '../db/tables/seller-profile.ts';

/** The public state of a profile, in responses and events alike. */
export const sellerProfileMessage = (row: SellerProfileRow): AllFields<SellerProfile> => ({
  id: row.id,
  userId: row.userId,
  onboardingStatus: row.onboardingStatus,
  storeStatus: row.storeStatus,
  storeName: row.storeName,
  storeSlug: row.storeSlug,
  displayName: row.displayName ?? undefined,
  bio: row.bio ?? undefined,
  avatarKey: row.avatarKey ?? undefined,
  bannerKey: row.bannerKey ?? undefined,
  socialLinks: row.socialLinks,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  active: row.active,
  suspended: row.suspended,
});

export type SellerProfileEvent =
  | 'seller_profile_created'
  | 'seller_profile_updated'
  | 'seller_profile_published'
  | 'seller_profile_closed'
  | 'seller_profile_reopened'
  | 'seller_profile_suspended'
  | 'seller_profile_resumed';

export const publishSellerProfile = (tx: EntityManager, type: SellerProfileEvent, row: SellerProfileRow): void =>
  appendEvent(tx, 'identity.v1', SellerProfileChanged, {
    type,
    key: `seller_profile:${row.id}`,
    message: { profile: sellerProfileMessage(row), version: row.version },
  });
