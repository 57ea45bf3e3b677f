import type { SellerProfile } from './facts.ts';
import { pictureAddress } from './picture-address.ts';

export type Counters = { followersCount: number; followingCount: number; likesReceivedCount: number };

export type Store = {
  id: string;
  storeName: string;
  storeSlug: string;
  avatarUrl: object | null;
  counters: Counters;
};

/** A product in a list, with what its viewer thinks of it: null for a visitor. */
export type Card = {
  id: string;
  title: string;
  slug: string;
  productTypeName: string;
  minPriceCents: number | null;
  maxPriceCents: number | null;
  thumbnailUrl: object;
  storeSlug: string;
  artistName: string;
  likesCount: number;
  isLiked: boolean | null;
  createdAt: string;
};

export type RelatedProducts = { sameArtwork: Card[]; sameArtist: Card[]; recommended: Card[] };

export const artistNameOf = (profile: SellerProfile): string => profile.displayName ?? profile.storeName;

/** An unpublished store answers on its own address but is left out of lists; so is one whose owner gave up selling. */
export const isPublished = (profile: SellerProfile): boolean => profile.storeStatus === 'published' && profile.active;

/** What the page of a store tells of its profile: all of it but these, of which the pictures go out as addresses. */
type ShownOfProfile = Exclude<keyof SellerProfile, 'storeStatus' | 'active' | 'avatarKey' | 'bannerKey'>;

export const storePage = (profile: SellerProfile, counters: Counters, isFollowing: boolean | null): string =>
  JSON.stringify({
    id: profile.id,
    storeName: profile.storeName,
    storeSlug: profile.storeSlug,
    displayName: profile.displayName ?? null,
    bio: profile.bio ?? null,
    avatarUrl: addressOrNull(profile.avatarKey),
    bannerUrl: addressOrNull(profile.bannerKey),
    socialLinks: profile.socialLinks.map(({ platform, url }) => ({ platform, url })),
    ...counters,
    isFollowing,
  } satisfies Record<ShownOfProfile, unknown> & Record<string, unknown>);

export const addressOrNull = (key: string | null | undefined): object | null => (key ? pictureAddress(key) : null);

export type ProductPageParts = {
  pageHead: string;
  pageTail: string;
  store: Store;
  likesCount: number;
  isLiked: boolean | null;
  relatedProducts: RelatedProducts;
};

/** The large, stored parts are joined as text; only what changes on its own is serialised here. */
export function productPage({ pageHead, pageTail, store, likesCount, isLiked, relatedProducts }: ProductPageParts) {
  const counts = JSON.stringify({ likesCount, isLiked, relatedProducts });
  return `{${[pageHead, JSON.stringify({ store }), pageTail, counts].map(membersOf).join(',')}}`;
}

/** The members of a JSON object that has some, without its braces. */
const membersOf = (json: string): string => json.slice(1, -1);
