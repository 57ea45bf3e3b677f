import { z } from 'zod';
import { deepListOf, deepPageQuery } from './deep-lists.ts';
import { hexColor } from './part-schemas.ts';
import { page, route } from './route.ts';
import {
  PUBLIC_SEARCH_MAX_CHARACTERS,
  id,
  imageSizes,
  pathSlug,
  text,
  shownCents,
  url,
  shownDictionary,
} from './schemas.ts';
import { definitionFields } from '../views/definitions.ts';
import { printedSurfaces } from '../views/printed-surface.ts';
import { ProductCardJson } from '../views/product-card.ts';
import { artistFields } from '../views/seller-profile.ts';

const SLUG_MAX_CHARACTERS = 50;

const count = z.int().min(0);
const StoreJson = z
  .object({
    id: id.describe('The seller profile'),
    storeName: z.string().describe('What visitors see'),
    storeSlug: z.string().describe('The store in addresses'),
    ...artistFields,
    followersCount: count.describe('Accounts that follow it'),
    followingCount: count.describe('Stores that its artist follows'),
    likesReceivedCount: count.describe('Of all its products'),
    isFollowing: z.boolean().nullable().describe('Null for visitors'),
  })
  .meta({ id: 'Store' });

const SkuJson = z
  .object({
    id: id.describe('The variantId of an order item'),
    productVariantId: id.describe('The catalog variant that is produced'),
    allowedOptions: z.record(z.string(), z.array(z.string())).describe('Empty: all options of the product type'),
    optionLabel: z.string().describe('Its values in Portuguese, such as `Preto / M`'),
    priceCents: shownCents.describe('What a buyer pays for one, shipping aside'),
    renders: z
      .array(
        z.object({
          templateId: z.string().describe('What it is shown on'),
          url: url.describe('The image'),
          sizes: imageSizes,
          options: shownDictionary.nullable().describe('The option values that it shows; null: all'),
        }),
      )
      .describe('Mockups that show this variant'),
  })
  .meta({ id: 'Sku' });

export const ProductPageJson = z
  .object({
    id: id.describe('The sellerProductId of an order item'),
    title: z.string(),
    description: z.string().nullable().describe('What the artist wrote; null where nothing was'),
    slug: z.string().describe('The product in addresses, beside the store’s'),
    productTypeId: id.describe('What is printed on'),
    productTypeName: z.string().describe('What is printed on'),
    productTypeSlug: z.string().describe('What is printed on, for lists of the store'),
    ...definitionFields,
    surfaces: printedSurfaces
      .optional()
      .describe('Which of its surfaces are printed; left out until a product of a previous version changes'),
    skus: z.array(SkuJson).describe('What can be bought'),
    minPriceCents: shownCents.nullable().describe('Null while no variant can be bought'),
    maxPriceCents: shownCents.nullable().describe('The highest price of its variants; null while none can be bought'),
    store: z
      .object({
        id,
        storeName: z.string().describe('What visitors see'),
        storeSlug: z.string().describe('The store in addresses'),
        avatarUrl: url.nullable().describe('512 x 512 px; null where there is none'),
        counters: z
          .object({
            followersCount: count.describe('Accounts that follow it'),
            followingCount: count.describe('Stores that its artist follows'),
            likesReceivedCount: count.describe('Of all its products'),
          })
          .describe('As on the store’s own page'),
      })
      .describe('Who sells it'),
    artwork: z
      .object({
        id,
        title: z.string(),
        previewUrl: url.describe('A public image of it'),
        dominantColor: hexColor.describe('Shown before the image has loaded'),
      })
      .describe('What is printed'),
    images: z
      .array(
        z.object({
          url: url.describe('The photo'),
          sizes: imageSizes.optional(),
          altText: z.string().nullable().describe('Read to people who cannot see it; null where nothing was written'),
          isPrimary: z.boolean().describe('Whether cards show it'),
          position: z.int().describe('From 0 on'),
        }),
      )
      .describe('Photos of the seller, in order'),
    likesCount: count.describe('How many accounts like it'),
    isLiked: z.boolean().nullable().describe('Null for visitors'),
    relatedProducts: z
      .object({
        sameArtwork: z.array(ProductCardJson).describe('Other things with this artwork'),
        sameArtist: z.array(ProductCardJson).describe('Others of this store'),
        recommended: z.array(ProductCardJson).describe('Of other stores'),
      })
      .describe('What else to show'),
  })
  .meta({ id: 'ProductPage' });

const storeParams = z.object({ store_slug: pathSlug.describe('A store slug or a seller profile id') });
export const productParams = storeParams.extend({
  product_slug: pathSlug.describe('A product slug or a seller product id'),
});

export const storefrontRoutes = [
  page({
    name: 'getStore',
    path: '/stores/{store_slug}',
    summary: 'Show a store',
    params: storeParams,
    response: StoreJson,
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
      ...deepPageQuery,
    }),
    response: deepListOf('products', ProductCardJson),
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
    response: ProductPageJson,
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
    errors: { 400: ['own_store'] },
    response: z.object({
      isFollowing: z.boolean().describe('Whether the caller follows it now'),
      followersCount: count.describe('Accounts that follow it now'),
    }),
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
    response: z.object({
      isLiked: z.boolean().describe('Whether the caller likes it now'),
      likesCount: count.describe('How many accounts like it now'),
    }),
    handle: ({ params, clients }) =>
      clients.storefront.toggleLike({ store: params.store_slug, product: params.product_slug }),
  }),
];
