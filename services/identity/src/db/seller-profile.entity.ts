import { defineEntity, p } from '@mikro-orm/postgresql';
import type { OnboardingStatus, SellerProfile, SocialLink, StoreStatus } from '../domain/seller-profile.ts';

const SellerProfileSchema = defineEntity({
  name: 'SellerProfileRow',
  tableName: 'seller_profile',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    onboardingStatus: p.text().$type<OnboardingStatus>(),
    storeStatus: p.text().$type<StoreStatus>(),
    storeName: p.text(),
    storeSlug: p.text(),
    displayName: p.text().nullable(),
    bio: p.text().nullable(),
    avatarKey: p.text().nullable(),
    bannerKey: p.text().nullable(),
    socialLinks: p.json<SocialLink[]>(),
    firstPublishedAt: p.datetime().nullable(),
    /** False once the owner gave up the seller role; past orders still name it. */
    active: p.boolean(),
    /** While the account of its owner is. */
    suspended: p.boolean(),
    version: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export class SellerProfileRow extends SellerProfileSchema.class {}
SellerProfileSchema.setClass(SellerProfileRow);

null as unknown as SellerProfileRow satisfies SellerProfile;
