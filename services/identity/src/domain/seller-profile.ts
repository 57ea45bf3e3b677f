import { invalidField } from './rejections.ts';
import { mustBeUsableSlug } from './store-slug.ts';

export const ONBOARDING_STATUSES = ['pending', 'approved', 'rejected'] as const;
export const STORE_STATUSES = ['unpublished', 'published'] as const;
type StoreStatus = (typeof STORE_STATUSES)[number];
export type SocialLink = { platform: string; url: string };

export type SellerProfile = {
  storeStatus: StoreStatus;
  storeName: string;
  storeSlug: string;
  displayName: string | null;
  bio: string | null;
  socialLinks: SocialLink[];
  firstPublishedAt: Date | null;
};

/** A member that is absent was not sent; null clears it. */
export type ProfileChange = Partial<Omit<SellerProfile, 'storeStatus' | 'socialLinks' | 'firstPublishedAt'>> & {
  storeStatus?: string;
  socialLinks?: SocialLink[] | null;
};

/** What its owner says of a new store. */
export type NewStore = Omit<ProfileChange, 'storeStatus'>;

const MAX_STORE_NAME_CHARACTERS = 80;

/** What a store is called when its owner has not said: a person's name may be longer than a store's. */
export const storeNameFrom = (name: string): string =>
  Array.from(name).slice(0, MAX_STORE_NAME_CHARACTERS).join('').trimEnd();

/** What a store has that its owner has said nothing about. */
const NOTHING_SAID = {
  storeStatus: 'unpublished',
  displayName: null,
  bio: null,
  socialLinks: [] as SocialLink[],
} as const;

/** A store of that name and address, with what its owner says of it. */
export const newProfile = (named: Pick<SellerProfile, 'storeName' | 'storeSlug'>, store: NewStore, now: Date) =>
  changeProfile({ ...NOTHING_SAID, firstPublishedAt: null, ...named }, store, now);

/** The store retains its id, which past orders name, and gives its address back. */
export const erasedProfile = (mark: string) => ({
  ...NOTHING_SAID,
  storeName: 'Deleted store',
  storeSlug: `deleted-${mark}`,
  avatarKey: null,
  bannerKey: null,
  active: false,
  suspended: true,
});

/** The profile's fields after an edit. A store always has a name, an address and a status. */
export function changeProfile(profile: SellerProfile, change: ProfileChange, now: Date): SellerProfile {
  const storeStatus = readStatus(stored('storeStatus', change, profile.storeStatus));
  const storeSlug = stored('storeSlug', change, profile.storeSlug);
  if (storeSlug !== profile.storeSlug) mustBeUsableSlug(storeSlug);
  return {
    storeStatus,
    storeSlug,
    storeName: stored('storeName', change, profile.storeName),
    displayName: change.displayName === undefined ? profile.displayName : change.displayName,
    bio: change.bio === undefined ? profile.bio : change.bio,
    socialLinks: change.socialLinks === undefined ? profile.socialLinks : (change.socialLinks ?? []),
    firstPublishedAt: profile.firstPublishedAt ?? (storeStatus === 'published' ? now : null),
  };
}

/** The first product on sale opens the store; one that its owner closed again stays closed. */
export const publishFirst = (profile: SellerProfile, now: Date): Partial<SellerProfile> | null =>
  profile.firstPublishedAt ? null : { storeStatus: 'published', firstPublishedAt: now };

function stored(field: 'storeName' | 'storeSlug' | 'storeStatus', change: ProfileChange, now: string): string {
  const wanted = change[field];
  if (wanted === '') throw invalidField(field, 'required', 'cannot be cleared');
  return wanted ?? now;
}

function readStatus(status: string): StoreStatus {
  if (status === 'unpublished' || status === 'published') return status;
  throw invalidField('storeStatus', 'invalid_value', 'must be unpublished or published');
}
