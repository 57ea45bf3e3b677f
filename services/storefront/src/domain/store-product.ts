import { imageSizes } from '@estampa/kernel/image-sizes';
import { assetDefinitions, optionDefinitions } from './definitions.ts';
import type { Product, ProductState } from './product-state.ts';
import { imageAddress } from './image-address.ts';
import { printedSurfaces } from './product-surfaces.ts';
import { searchText } from './search-text.ts';
import { skuList } from './sku-list.ts';
import { priceRange, type Sku, skusOf } from './skus.ts';
import { thumbnailKey } from './thumbnail.ts';

/**
 * A product as the public store stores it: columns for lists and cards, JSON texts for its page, in which images are named by
 * their keys.
 */
export type StoreProduct = {
  id: string;
  sellerProfileId: string;
  productTypeId: string;
  artworkId: string;
  isListed: boolean;
  isArchived: boolean;
  slug: string | null;
  title: string;
  productTypeSlug: string | null;
  productTypeName: string | null;
  minPriceCents: number | null;
  maxPriceCents: number | null;
  thumbnailKey: string | null;
  searchText: string | null;
  createdAt: Date;
  /** The members of the page before its SKUs, and those between `store` and the counts, each as a JSON object. */
  pageHead: string | null;
  /** In the form that `skuList` makes. */
  pageSkus: string | null;
  pageTail: string | null;
};

/** Derives all that is shown of a product from states alone, so the result does not depend on the order of their events. */
export function storeProduct(state: ProductState): StoreProduct {
  const { product, type, artwork } = state;
  const skus = skusOf(state);
  const images = state.images.toSorted((one, other) => one.position - other.position);
  const prices = priceRange(skus);
  return {
    ...unlistedProduct(product),
    isListed: product.status === 'active',
    productTypeSlug: type.type.slug,
    productTypeName: type.type.name,
    ...prices,
    thumbnailKey: thumbnailKey(images, shownFirst(skus), artwork),
    searchText: searchText(...searchedWords(state)),
    pageHead: JSON.stringify(opening(state, skus)),
    pageSkus: skuList(skus),
    pageTail: JSON.stringify({
      artwork: {
        id: artwork.id,
        title: artwork.title,
        previewUrl: imageAddress(artwork.previewKey),
        dominantColor: artwork.dominantColor,
      },
      images: images.map(({ imageKey, altText, isPrimary, position }) => ({
        url: imageAddress(imageKey),
        sizes: imageSizes(imageKey),
        altText: altText ?? null,
        isPrimary,
        position,
      })),
    }),
  };
}

/** Renders of the first surface, which shows the product's own artwork, if there are any. */
function shownFirst(skus: readonly Sku[]): Sku['renders'] {
  const all = skus.flatMap(({ renders }) => renders);
  const first = all.filter(({ template }) => template.surface === undefined);
  return first.length > 0 ? first : all;
}

/** A product whose type or artwork is not known yet cannot be shown. */
export const unlistedProduct = (product: Product): StoreProduct => ({
  id: product.id,
  sellerProfileId: product.sellerProfileId,
  productTypeId: product.productTypeId,
  artworkId: product.artworkId,
  isListed: false,
  isArchived: product.status === 'archived',
  slug: product.slug ?? null,
  title: product.title,
  productTypeSlug: null,
  productTypeName: null,
  minPriceCents: null,
  maxPriceCents: null,
  thumbnailKey: null,
  searchText: null,
  createdAt: product.createdAt ?? new Date(0),
  pageHead: null,
  pageSkus: null,
  pageTail: null,
});

/**
 * Tags come last, as they may exceed the part that is searched in order of popularity. A store may have the same name as its
 * artist.
 */
const searchedWords = ({ product, type, artwork, store }: ProductState): readonly string[] => [
  product.title,
  type.type.name,
  ...new Set(store ? [store.storeName, store.artistName] : []),
  ...artwork.tags,
];

const opening = ({ product, type }: ProductState, skus: readonly Sku[]) => ({
  id: product.id,
  title: product.title,
  description: product.description ?? null,
  slug: product.slug ?? null,
  productTypeId: type.type.id,
  productTypeName: type.type.name,
  productTypeSlug: type.type.slug,
  assetDefinitions: assetDefinitions(
    type.assets,
    skus.map(({ catalogVariant }) => catalogVariant),
  ),
  optionDefinitions: optionDefinitions(type.options),
  surfaces: printedSurfaces(product, type.type),
});
