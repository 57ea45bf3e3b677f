import {
  boolean,
  integer,
  json,
  key,
  nullable,
  oneOf,
  type RowOf,
  text,
  timestamp,
  uuid,
} from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import {
  ONBOARDING_STATUSES,
  type SellerProfile,
  type SocialLink,
  STORE_STATUSES,
} from '../../domain/seller-profile.ts';

export const sellerProfile = table('seller_profile', {
  id: key(uuid),
  userId: uuid,
  onboardingStatus: oneOf(ONBOARDING_STATUSES),
  storeStatus: oneOf(STORE_STATUSES),
  storeName: text,
  storeSlug: text,
  displayName: nullable(text),
  bio: nullable(text),
  avatarKey: nullable(text),
  bannerKey: nullable(text),
  socialLinks: json<SocialLink[]>(),
  firstPublishedAt: nullable(timestamp),
  /** False once the owner gave up the seller role; past orders still name it. */
  active: boolean,
  /** While the account of its owner is. */
  suspended: boolean,
  version: integer,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export type SellerProfileRow = RowOf<typeof sellerProfile.columns>;

null as unknown as SellerProfileRow satisfies SellerProfile;
