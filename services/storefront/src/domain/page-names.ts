/**
 * What public pages are made of, by name. A change names what it changed, a page what it shows; where both say the same the
 * page is out of date. A slug and an id are named alike, so whoever takes over an address changes the page that stood there.
 */
export type PageName = string;

/** All pages at once. */
export const EVERYTHING: PageName = '*';

/** A store's profile and counters. */
export const storeName = (slugOrId: string): PageName => `store:${slugOrId}`;

/** The cards of a store's products. */
export const cardsName = (storeId: string): PageName => `cards:${storeId}`;

/** One product of a store. */
export const productName = (storeId: string, slugOrId: string): PageName => `product:${storeId}/${slugOrId}`;

/** Which products, artworks and sellers are chosen for the home page. */
export const HOME: PageName = 'home';

/** What the home page shows of them, so that a like changes nothing there. */
export const itemName = (productId: string): PageName => `item:${productId}`;
export const artworkName = (artworkId: string): PageName => `artwork:${artworkId}`;
export const sellerName = (storeId: string): PageName => `seller:${storeId}`;

/** What changes when a product on sale looks different than before. */
export const namesOfProduct = (storeId: string, slugOrIds: readonly string[]): PageName[] => [
  cardsName(storeId),
  ...slugOrIds.map((name) => productName(storeId, name)),
];

/** What changes when a store looks different than before. */
export const namesOfStore = ({ id, slug }: { id: string; slug: string }): PageName[] => [
  storeName(id),
  storeName(slug),
];
