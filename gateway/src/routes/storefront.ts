import { z } from 'zod';
import { hexColor } from './part-schemas.ts';
import { page, route } from './route.ts';
import {
  PUBLIC_SEARCH_MAX_CHARACTERS,
  id,
  listOf,
  pageQuery,
  pathSlug,
  text,
  shownCents,
  url,
  shownDictionary,
} from './schemas.ts';
import { definitionFields } from '../views/definitions.ts';
import { ProductCardJson } from '../views/product-card.ts';

const SLUG_MAX_CHARACTERS = 50;

const count = z.int().min(0);
const StoreJson = z
  .object({
    id,
    storeName: z.string(),
    storeSlug: z.string(),
    displayName: z.string().nullable(),
    bio: z.string().nullable(),
    avatarUrl: url.nullable(),
    bannerUrl: url.nullable(),
    socialLinks: z.array(z.object({ platform: z.string(), url })),
    followersCount: count,
    followingCount: count,
    likesReceivedCount: count,
    isFollowing: z.boolean().nullable().describe('Null for visitors'),
  })
  .meta({ id: 'Store' });

const SkuJson = z
  .object({
    id: id.describe('The variantId of an order item'),
    productVariantId: id,
    allowedOptions: z.record(z.string(), z.array(z.string())).describe('Empty: all options of the product type'),
    optionLabel: z.string(),
    priceCents: shownCents,
    renders: z.array(z.object({ templateId: z.string(), url, options: shownDictionary.nullable() })),
  })
  .meta({ id: 'Sku' });

export const ProductPageJson = z
  .object({
    id,
    title: z.string(),
    description: z.string().nullable(),
    slug: z.string(),
    productTypeId: id,
    productTypeName: z.string(),
    productTypeSlug: z.string(),
    ...definitionFields,
    skus: z.array(SkuJson),
    minPriceCents: shownCents.nullable().describe('Null while no variant can be bought'),
    maxPriceCents: shownCents.nullable(),
    store: z.object({
      id,
      storeName: z.string(),
      storeSlug: z.string(),
      avatarUrl: url.nullable(),
      counters: z.object({ followersCount: count, followingCount: count, likesReceivedCount: count }),
    }),
    artwork: z.object({ id, title: z.string(), previewUrl: url, dominantColor: hexColor }),
    images: z.array(z.object({ url, altText: z.string().nullable(), isPrimary: z.boolean(), position: z.int() })),
    likesCount: count,
    isLiked: z.boolean().nullable().describe('Null for visitors'),
    relatedProducts: z.object({
      sameArtwork: z.array(ProductCardJson),
      sameArtist: z.array(ProductCardJson),
      recommended: z.array(ProductCardJson),
    }),
  })
  .meta({ id: 'ProductPage' });

const storeParams = z.object({ store_slug: pathSlug.describe('A store slug or a seller profile id') });
const productParams = storeParams.extend({ product_slug: pathSlug.describe('A product slug or a seller product id') });

export const storefrontRoutes = [
  page({
    name: 'getStore',
    path: '/stores/{store_slug}',
    summary: 'Show a store',
    params: storeParams,
    answer: StoreJson,
    async document({ params, clients }) {
      const { document } = await clients.storefront.getStore({ store: params.store_slug });
      return document!;
    },
  }),
  page({
    name: 'listStoreProducts',
    path: '/stores/{store_slug}/products',
    summary: "List a store's products on sale",
    params: storeParams,
    query: z.object({
      product_type: text(1, SLUG_MAX_CHARACTERS).optional().describe('A product type slug'),
      search: text(0, PUBLIC_SEARCH_MAX_CHARACTERS)
        .optional()
        .describe('Words of the title or product type, accents and case aside'),
      sort: z.enum(['newest', 'price_asc', 'price_desc', 'popular']).meta({ id: 'ProductSort' }).default('newest'),
      ...pageQuery,
    }),
    answer: listOf('products', ProductCardJson),
    async document({ params, query, clients }) {
      const { product_type: productTypeSlug, search, sort, ...window } = query;
      const request = { store: params.store_slug, productTypeSlug, search, sort, page: window };
      const { document } = await clients.storefront.listStoreProducts(request);
      return document!;
    },
  }),
  page({
    name: 'getStoreProduct',
    path: '/stores/{store_slug}/products/{product_slug}',
    summary: 'Show a product',
    params: productParams,
    answer: ProductPageJson,
    async document({ params, clients }) {
      const request = { store: params.store_slug, product: params.product_slug };
      const { document } = await clients.storefront.getStoreProduct(request);
      return document!;
    },
  }),

  route({
    name: 'toggleFollow',
    method: 'post',
    path: '/stores/{store_slug}/follow',
    auth: 'user',
    owner: 'nobody',
    summary: 'Follow a store, or no longer',
    params: storeParams,
    refusals: { 400: ['own_store'] },
    answer: z.object({ isFollowing: z.boolean(), followersCount: count }),
    handle: ({ params, clients }) => clients.storefront.toggleFollow({ store: params.store_slug }),
  }),
  route({
    name: 'toggleLike',
    method: 'post',
    path: '/stores/{store_slug}/products/{product_slug}/like',
    auth: 'user',
    owner: 'nobody',
    summary: 'Like a product, or no longer',
    params: productParams,
    answer: z.object({ isLiked: z.boolean(), likesCount: count }),
    handle: ({ params, clients }) =>
      clients.storefront.toggleLike({ store: params.store_slug, product: params.product_slug }),
  }),
];
