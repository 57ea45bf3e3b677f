import type { Placement } from '@estampa/stack/demo/studio';

/** How much is sown. */
export const SIZE = {
  stores: 200,
  artworksPerStore: 10,
  productTypes: 5,
  customers: 2_000,
  orders: 20_000,
  likes: 100_000,
};

export const SOWN =
  `${SIZE.stores} stores with ${(SIZE.stores * SIZE.artworksPerStore * SIZE.productTypes).toLocaleString('en-US')} products of 6 SKUs, ` +
  `${SIZE.orders.toLocaleString('en-US')} orders and ${SIZE.likes.toLocaleString('en-US')} likes`;

export const PASSWORD = 'estampa-bench-1';

export interface Product {
  readonly id: string;
  readonly slug: string;
  readonly variantIds: readonly string[];
}

export interface Store {
  readonly slug: string;
  readonly email: string;
  readonly products: readonly Product[];
}

/** What was made through the public API, whose rows all others are copies of. */
export interface Model {
  readonly seller: { readonly userId: string; readonly profileId: string; readonly email: string };
  readonly customer: { readonly userId: string; readonly email: string };
  readonly artworkId: string;
  readonly templateId: string;
  readonly placement: Placement;
  readonly productTypeIds: readonly string[];
  readonly products: readonly Product[];
  /** By how far they have come. */
  readonly orders: Readonly<Record<OrderStage, string>>;
}

export type OrderStage = 'pending' | 'labelled' | 'delivered';

/** The seeded data that cases use. */
export interface World {
  readonly model: Model;
  readonly stores: readonly Store[];
  readonly customerEmails: readonly string[];
}

/** Words of the model that stand in names, slugs and addresses, so that copies have names of their own. */
export const WORDS = { store: 'modelo-loja', artwork: 'modelo-obra', customer: 'modelo-cliente' };
