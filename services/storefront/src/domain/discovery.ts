import { viewerQueriesOf, addressOrNull, type Card, type PageText } from './pages.ts';
import { imageAddress } from './image-address.ts';

type Item = {
  id: string;
  title: string;
  slug: string;
  storeSlug: string;
  artistName: string;
  priceCents: number;
  thumbnailKey: string;
  productTypeName: string;
};

type Artwork = {
  id: string;
  title: string;
  artistName: string;
  artistSlug: string;
  thumbnailKey: string;
  productCount: number;
};

export type Artist = {
  id: string;
  name: string;
  slug: string;
  avatarKey: string | null;
  bannerKey: string | null;
  productCount: number;
  designCount: number;
};

type Home = { bestsellers: readonly Item[]; curated: readonly Artwork[]; featured: readonly Artist[] };

/** The home page; it is the same for every viewer. */
export function homePage({ bestsellers, curated, featured }: Home): PageText {
  const products = bestsellers.map(({ thumbnailKey, productTypeName, ...item }) => ({
    ...item,
    thumbnailUrl: imageAddress(thumbnailKey),
    productTypeName,
  }));
  const artworks = curated.map(({ thumbnailKey, productCount, ...artwork }) => ({
    ...artwork,
    thumbnailUrl: imageAddress(thumbnailKey),
    productCount,
  }));
  const artists = featured.map(artistCard);
  return {
    text: JSON.stringify({
      bestsellers: { products, total: products.length },
      curated: { artworks, total: artworks.length },
      featuredArtists: { artists, total: artists.length },
    }),
    viewerQueries: [],
  };
}

type Found = {
  products: { cards: Card[]; total: number };
  artists: { rows: readonly Artist[]; total: number };
  skip: number;
  limit: number;
};

export const searchPage = ({ products, artists, skip, limit }: Found): PageText => ({
  text: JSON.stringify({
    products: products.cards,
    total: products.total,
    artists: artists.rows.map(artistCard),
    artistsTotal: artists.total,
    skip,
    limit,
  }),
  viewerQueries: viewerQueriesOf(products.cards),
});

const artistCard = ({ id, name, slug, avatarKey, bannerKey, productCount, designCount }: Artist) => ({
  id,
  name,
  slug,
  avatarUrl: addressOrNull(avatarKey),
  coverUrl: addressOrNull(bannerKey),
  productCount,
  designCount,
});

/** A uniformly random order; `below(n)` returns an integer from 0 to n - 1. */
export function shuffled<T>(list: readonly T[], below: (count: number) => number): T[] {
  const rest = [...list];
  return list.map(() => rest.splice(below(rest.length), 1)[0]!);
}
