import { alreadyExists, notFound } from '@estampa/kernel/errors';
import { isUuid, newId } from '@estampa/kernel/ids';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sellerProfiles } from '../../db/seller-profile-repository.ts';
import type { SellerProfileRow } from '../../db/tables/seller-profile.ts';
import type { UserRow } from '../../db/tables/user.ts';
import { changeImage, type ProfileImageType } from '../../domain/profile-image.ts';
import { storeNameFrom } from '../../domain/seller-profile.ts';
import { firstFreeSlug, slugFrom } from '../../domain/store-slug.ts';
import { publishSellerProfile, type SellerProfileEvent } from '../../messages/seller-profile.ts';

/** What its owner says of a new store. */
export type NewStore = {
  [K in 'storeName' | 'storeSlug' | 'displayName' | 'bio' | 'socialLinks']?: SellerProfileRow[K] | undefined;
};

/** A store of one's own: unless it is said otherwise, named after its owner, at the first free address made of that name. */
export async function addSellerProfile(
  tx: EntityManager,
  user: UserRow,
  store: NewStore,
  now: Date,
): Promise<SellerProfileRow> {
  const storeName = store.storeName ?? storeNameFrom(user.name);
  const storeSlug = store.storeSlug ?? (await chooseSlug(tx, storeName));
  const profile = sellerProfiles.insert(tx, {
    id: newId(),
    userId: user.id,
    onboardingStatus: 'pending',
    storeStatus: 'unpublished',
    storeName,
    storeSlug,
    displayName: store.displayName ?? null,
    bio: store.bio ?? null,
    avatarKey: null,
    bannerKey: null,
    socialLinks: store.socialLinks ?? [],
    firstPublishedAt: null,
    active: true,
    suspended: false,
    version: 1,
    createdAt: now,
    updatedAt: now,
  });
  publishSellerProfile(tx, 'seller_profile_created', profile);
  return profile;
}

/** The profile that a user has in use, under the lock that all its changes take. */
export async function lockProfileOf(tx: EntityManager, userId: string): Promise<SellerProfileRow> {
  const profile = isUuid(userId) ? await sellerProfiles.lock(tx, { userId, active: true }) : null;
  if (!profile) throw notFound('seller profile of user', userId);
  return profile;
}

/** Changes a locked profile, and publishes the change. */
export function changeSellerProfile(
  tx: EntityManager,
  profile: SellerProfileRow,
  change: Partial<SellerProfileRow>,
  type: SellerProfileEvent,
  now: Date,
): void {
  sellerProfiles.save(tx, profile, { ...change, version: profile.version + 1, updatedAt: now });
  publishSellerProfile(tx, type, profile);
}

/** Sets an image of a locked profile, or removes it; publishes no event when nothing changes. */
export function setProfileImage(
  tx: EntityManager,
  profile: SellerProfileRow,
  type: ProfileImageType,
  key: string | null,
  now: Date,
): void {
  const change = changeImage(profile, type, key);
  if (change) changeSellerProfile(tx, profile, change, 'seller_profile_updated', now);
}

export async function mustBeFreeSlug(tx: EntityManager, storeSlug: string): Promise<void> {
  await sellerProfiles.lockSlugs(tx);
  if (await sellerProfiles.hasSlug(tx, storeSlug)) throw alreadyExists(`The store address ${storeSlug} is taken`);
}

async function chooseSlug(tx: EntityManager, storeName: string): Promise<string> {
  await sellerProfiles.lockSlugs(tx);
  const slug = slugFrom(storeName);
  const taken = await sellerProfiles.findSlugs(tx, slug, slug.slice(0, SHARED_WITH_NUMBERED_CHARACTERS));
  return firstFreeSlug(slug, new Set(taken));
}

/** A long slug loses its end to the number, up to `-999999`. */
const SHARED_WITH_NUMBERED_CHARACTERS = 43;
