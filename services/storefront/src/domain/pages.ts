import { imageAddress } from './image-address.ts';
import { skusText } from './sku-list.ts';
import type { ViewerQuery } from './viewer-parts.ts';

/** A page before its image addresses are filled in, and the viewer state it leaves open, in the order of its members. */
export type PageText = { text: string; viewerQueries: ViewerQuery[] };

export type SellerProfile = {
  id: string;
  storeName: string;
  storeSlug: string;
  displayName?: string | undefined;
  bio?: string | undefined;
  avatarKey?: string | undefined;
  bannerKey?: string | undefined;
  socialLinks: readonly { platform: string; url: string }[];
  storeStatus: string;
  active: boolean;
  suspended: boolean;
};

export type Counters = { followersCount: number; followingCount: number; likesReceivedCount: number };

export type Store = {
  id: string;
  storeName: string;
  storeSlug: string;
  avatarUrl: object | null;
  counters: Counters;
};

/** A product in a list. */
export type Card = {
  id: string;
  title: string;
  slug: string;
  productTypeName: string;
  minPriceCents: number | null;
  maxPriceCents: number | null;
  thumbnailUrl: object;
  thumbnailSizes: number[];
  storeSlug: string;
  artistName: string;
  likesCount: number;
  /** Filled in per viewer. */
  isLiked: null;
  createdAt: string;
};

export type RelatedProducts = { sameArtwork: Card[]; sameArtist: Card[]; recommended: Card[] };

export const artistNameOf = (profile: SellerProfile): string => profile.displayName ?? profile.storeName;

/** An unpublished store is served at its own address but left out of lists, as is one whose owner no longer sells. */
export const isPublished = (profile: SellerProfile): boolean =>
  profile.storeStatus === 'published' && profile.active && !profile.suspended;

/** The members of a profile that its page shows unchanged; images are shown as addresses instead. */
type ShownOfProfile = Exclude<keyof SellerProfile, 'storeStatus' | 'active' | 'suspended' | 'avatarKey' | 'bannerKey'>;

export const storePage = (profile: SellerProfile, counters: Counters): PageText => ({
  text: JSON.stringify({
    id: profile.id,
    storeName: profile.storeName,
    storeSlug: profile.storeSlug,
    displayName: profile.displayName ?? null,
    bio: profile.bio ?? null,
    avatarUrl: addressOrNull(profile.avatarKey),
    bannerUrl: addressOrNull(profile.bannerKey),
    socialLinks: profile.socialLinks.map(({ platform, url }) => ({ platform, url })),
    ...counters,
    isFollowing: null,
  } satisfies Record<ShownOfProfile, unknown> & Record<string, unknown>),
  viewerQueries: [{ storeId: profile.id }],
});

export const addressOrNull = (key: string | null | undefined): object | null => (key ? imageAddress(key) : null);

export type ProductPageParts = {
  id: string;
  pageHead: string;
  /** Null until the product has been derived again: then its SKUs and prices are still in the head. */
  pageSkus: string | null;
  minPriceCents: number | null;
  maxPriceCents: number | null;
  pageTail: string;
  store: Store;
  likesCount: number;
  relatedProducts: RelatedProducts;
};

/** The large, stored parts are concatenated as text; only the counters are serialised here. */
export function productPage(parts: ProductPageParts): PageText {
  const { id, pageHead, pageSkus, minPriceCents, maxPriceCents, pageTail, store, likesCount, relatedProducts } = parts;
  const { sameArtwork, sameArtist, recommended } = relatedProducts;
  const counts = JSON.stringify({
    likesCount,
    isLiked: null,
    relatedProducts: { sameArtwork, sameArtist, recommended },
  });
  const offer =
    pageSkus === null ? [] : [`{"skus":${skusText(pageSkus)}}`, JSON.stringify({ minPriceCents, maxPriceCents })];
  return {
    text: `{${[pageHead, ...offer, JSON.stringify({ store }), pageTail, counts].map(membersOf).join(',')}}`,
    viewerQueries: [{ productId: id }, ...viewerQueriesOf([...sameArtwork, ...sameArtist, ...recommended])],
  };
}

type ShownArtwork = {
  id: string;
  sellerProfileId: string;
  title: string;
  slug: string;
  description?: string | undefined;
  tags: readonly string[];
  version: number;
  widthPx: number;
  heightPx: number;
  format: string;
  dominantColor: string;
  previewKey: string;
  createdAt?: Date | undefined;
  updatedAt?: Date | undefined;
};

type ArtworkPageParts = { artwork: ShownArtwork; storeSlug: string; artistName: string; products: Card[] };

/** The public page of an artwork: of its file only what is visible. */
export const artworkPage = ({ artwork, storeSlug, artistName, products }: ArtworkPageParts): PageText => ({
  text: JSON.stringify({
    id: artwork.id,
    sellerProfileId: artwork.sellerProfileId,
    title: artwork.title,
    slug: artwork.slug,
    description: artwork.description ?? null,
    tags: artwork.tags,
    version: artwork.version,
    widthPx: artwork.widthPx,
    heightPx: artwork.heightPx,
    format: artwork.format,
    dominantColor: artwork.dominantColor,
    previewUrl: imageAddress(artwork.previewKey),
    createdAt: artwork.createdAt,
    updatedAt: artwork.updatedAt,
    artistName,
    storeSlug,
    products,
  }),
  viewerQueries: viewerQueriesOf(products),
});

export type CardList = { products: Card[]; total: number; skip: number; limit: number; nextCursor: string | null };

export const cardList = ({ products, total, skip, limit, nextCursor }: CardList): PageText => ({
  text: JSON.stringify({ products, total, skip, limit, nextCursor }),
  viewerQueries: viewerQueriesOf(products),
});

export const viewerQueriesOf = (cards: readonly Card[]): ViewerQuery[] => cards.map(({ id }) => ({ productId: id }));

/** The members of a non-empty JSON object, without the braces. */
const membersOf = (json: string): string => json.slice(1, -1);
