import { newId } from '@estampa/kernel/ids';
import type { Replacements } from './stencil.ts';
import { SIZE, WORDS, type Model, type Product, type Store } from './world.ts';

/** One artwork of a store, with its renders and products. */
export interface ArtworkCopy {
  readonly replacements: readonly Replacements[];
  readonly shiftMs: number;
  readonly products: readonly Product[];
}

export interface Copies {
  readonly stores: readonly { readonly replacements: Replacements; readonly shiftMs: number }[];
  readonly customers: readonly { readonly replacements: Replacements; readonly email: string }[];
  readonly artworks: readonly ArtworkCopy[];
  readonly shown: readonly Store[];
}

const HOUR_MS = 3_600_000;

/** Which ids and names each copy has, the same in all databases. */
export function planCopies(model: Model, renderIds: readonly string[]): Copies {
  const ofArtwork = [
    model.artworkId,
    ...renderIds,
    ...model.products.flatMap(({ id, variantIds }) => [id, ...variantIds]),
  ];
  const stores = numbers(SIZE.stores).map((number) => ({
    replacements: withNewIds([model.seller.userId, model.seller.profileId], [[WORDS.store, `loja-${number}`]]),
    shiftMs: number * HOUR_MS,
  }));
  const artworks = stores.flatMap((store, index) =>
    numbers(SIZE.artworksPerStore).map((number): ArtworkCopy => {
      const place = index * SIZE.artworksPerStore + number;
      const replacements = withNewIds(ofArtwork, [[WORDS.artwork, `obra-${place}`]]);
      return {
        replacements: [replacements, store.replacements],
        shiftMs: (SIZE.stores * SIZE.artworksPerStore - place) * HOUR_MS,
        products: model.products.map(({ id, slug, variantIds }) => ({
          id: replacements.get(id)!,
          slug: slug.replace(WORDS.artwork, `obra-${place}`),
          variantIds: variantIds.map((variantId) => replacements.get(variantId)!),
        })),
      };
    }),
  );
  const customers = numbers(SIZE.customers).map((number) => ({
    replacements: withNewIds([model.customer.userId], [[WORDS.customer, `cliente-${number}`]]),
    email: model.customer.email.replace(WORDS.customer, `cliente-${number}`),
  }));
  const shown = stores.map((_store, index) => ({
    slug: `loja-${index + 1}`,
    email: model.seller.email.replace(WORDS.store, `loja-${index + 1}`),
    products: artworks
      .slice(index * SIZE.artworksPerStore, (index + 1) * SIZE.artworksPerStore)
      .flatMap(({ products }) => products),
  }));
  return { stores, customers, artworks, shown };
}

export const withNewIds = (ids: readonly string[], words: readonly (readonly [string, string])[]): Replacements =>
  new Map([...ids.map((id) => [id, newId()] as const), ...words]);

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
