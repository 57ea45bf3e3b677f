import { z } from 'zod';
import { page } from './route.ts';
import { PUBLIC_SEARCH_MAX_CHARACTERS, id, listOf, pageQuery, text, shownCents, url } from './schemas.ts';
import { ProductCardJson } from '../views/product-card.ts';

const count = z.int().min(0);
const ArtistJson = z
  .object({
    id,
    name: z.string(),
    slug: z.string(),
    avatarUrl: url.nullable(),
    coverUrl: url.nullable(),
    productCount: count.describe('On sale'),
    designCount: count.describe('Artworks on them'),
  })
  .meta({ id: 'ArtistCard' });

const BestsellerJson = z
  .object({
    id,
    title: z.string(),
    slug: z.string(),
    storeSlug: z.string(),
    artistName: z.string(),
    priceCents: shownCents.describe('The lowest'),
    thumbnailUrl: url,
    productTypeName: z.string(),
  })
  .meta({ id: 'Bestseller' });

const CuratedArtworkJson = z
  .object({
    id,
    title: z.string(),
    artistName: z.string(),
    artistSlug: z.string(),
    thumbnailUrl: url,
    productCount: count.describe('On sale'),
  })
  .meta({ id: 'CuratedArtwork' });

const HomeJson = z
  .object({
    bestsellers: z
      .object({ products: z.array(BestsellerJson), total: count })
      .describe('Sold most in the last 30 days; the newest when nothing was'),
    curated: z
      .object({ artworks: z.array(CuratedArtworkJson), total: count })
      .describe('Sold most, in random order; the newest when nothing was'),
    featuredArtists: z
      .object({ artists: z.array(ArtistJson), total: count })
      .describe('Who sold most in the last 30 days; the newest when nobody did'),
  })
  .meta({ id: 'Home' });

export const discoveryRoutes = [
  page({
    name: 'getHome',
    path: '/discovery/home',
    summary: 'What sells best in all stores',
    answer: HomeJson,
    async document({ clients }) {
      const { document } = await clients.storefront.getHome({});
      return document!;
    },
  }),
  page({
    name: 'search',
    path: '/discovery/search',
    summary: 'Look for products and artists in all stores',
    description:
      'What has the most likes or followers comes first. At most 1,000 products and as many artists are found and counted: of words that more products have, those among the 20,000 most popular products before any other.',
    query: z.object({
      q: text(1, PUBLIC_SEARCH_MAX_CHARACTERS).describe(
        'Words of titles, product types or artists; accents and case do not matter, nor do small slips where nothing is spelt so',
      ),
      ...pageQuery,
    }),
    answer: listOf('products', ProductCardJson).extend({ artists: z.array(ArtistJson), artistsTotal: count }),
    async document({ query: { q, ...window }, clients }) {
      const { document } = await clients.storefront.getSearch({ text: q, page: window });
      return document!;
    },
  }),
];
