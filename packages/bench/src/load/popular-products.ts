import type { Product, Store } from '../seed/world.ts';
import { requestBytes } from './connection.ts';

/** A product with the request for its page, and what that must have. */
export type Popular = { store: Store; product: Product; request: Buffer; right: Buffer };

/** Every product, the most popular first; a request is made when it is first needed, as there may be a million. */
export function shuffledProducts(stores: readonly Store[], random: () => number) {
  const perStore = stores[0]!.products.length;
  const places = Uint32Array.from({ length: stores.length * perStore }, (_, place) => place);
  for (let left = places.length; left > 1; left -= 1) {
    const chosen = Math.floor(random() * left);
    [places[left - 1], places[chosen]] = [places[chosen]!, places[left - 1]!];
  }
  const made = new Map<number, Popular>();
  const make = (place: number): Popular => {
    const store = stores[Math.floor(place / perStore)]!;
    const product = store.products[place % perStore]!;
    const right = Buffer.from(`"id":"${product.id}"`);
    return { store, product, request: requestBytes({ path: pathOf(store, product) }), right };
  };
  const requestOf = (rank: number): Popular => {
    const known = made.get(rank) ?? make(places[rank]!);
    made.set(rank, known);
    return known;
  };
  return { count: places.length, requestOf };
}

export const pathOf = (store: Store, product: Product): string => `/stores/${store.slug}/products/${product.slug}`;
