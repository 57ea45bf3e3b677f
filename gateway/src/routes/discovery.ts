import { z } from 'zod';
import { page } from './route.ts';
import { PUBLIC_SEARCH_MAX_CHARACTERS, id, imageSizes, listOf, pageQuery, text, shownCents, url } from './schemas.ts';
import { ProductCardJson } from '../views/product-card.ts';

const count = z.int().min(0);
const ArtistJson = z
  .object({
    id: id.describe('The seller profile'),
    name: z.string().describe('What the artist is called'),
    slug: z.string().describe('The store in addresses'),
    avatarUrl: url.nullable().describe('512 x 512 px; null where there is none'),
    coverUrl: url.nullable().describe('The banner of the store; null where there is none'),
    productCount: count.describe('On sale'),
    designCount: count.describe('Artworks on them'),
  })
  .meta({ id: 'ArtistCard' });

const BestsellerJson = z
  .object({
    id: id.describe('The seller product'),
    title: z.string(),
    slug: z.string().describe('The product in addresses, beside the store’s'),
    storeSlug: z.string().describe('The store in addresses'),
    artistName: z.string().describe('What the artist is called'),
    priceCents: shownCents.describe('The lowest'),
    thumbnailUrl: url.describe('The primary photo, else a render'),
    thumbnailSizes: imageSizes,
    productTypeName: z.string().describe('What is printed on'),
  })
  .meta({ id: 'Bestseller' });

const CuratedArtworkJson = z
  .object({
    id: id.describe('The artwork'),
    title: z.string(),
    artistName: z.string().describe('What the artist is called'),
    artistSlug: z.string().describe('The store in addresses'),
    thumbnailUrl: url.describe('A public image of it'),
    productCount: count.describe('On sale'),
  })
  .meta({ id: 'CuratedArtwork' });

const HomeJson = z
  .object({
    bestsellers: z
      .object({
        products: z.array(BestsellerJson).describe('Those to show'),
        total: count.describe('How many are shown'),
      })
      .describe('Sold most in the last 30 days; the newest when nothing was'),
    curated: z
      .object({
        artworks: z.array(CuratedArtworkJson).describe('Those to show'),
        total: count.describe('How many are shown'),
      })
      .describe('Sold most, in random order; the newest when nothing was'),
    featuredArtists: z
      .object({ artists: z.array(ArtistJson).describe('Those to show'), total: count.describe('How many are shown') })
      .describe('Who sold most in the last 30 days; the newest when there were no sales'),
  })
  .meta({ id: 'Home' });

export const discoveryRoutes = [
  page({
    name: 'getHome',
    path: '/discovery/home',
    summary: 'What sells best in all stores',
    response: HomeJson,
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
      'What has the most likes or followers comes first. At most 1,000 products and as many artists are found and counted: of words that more products have, the most popular.',
    query: z.object({
      q: text(1, PUBLIC_SEARCH_MAX_CHARACTERS).describe(
        'Words of titles, product types, tags or artists, in the singular or plural; accents and case do not matter. Where nothing has all of them, parts of words are found, and small slips are forgiven',
      ),
      ...pageQuery,
    }),
    response: listOf('products', ProductCardJson).extend({
      artists: z.array(ArtistJson).describe('This page of those found'),
      artistsTotal: count.describe('How many artists were found, on all pages'),
    }),
    async document({ query: { q, ...window }, clients }) {
      const { document } = await clients.storefront.getSearch({ text: q, page: window });
      return document!;
    },
  }),
];
