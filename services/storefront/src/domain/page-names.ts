/**
 * Names of the parts that public pages depend on. A change lists the names it changed, a page those it shows; a page is out of
 * date when the two overlap. Slugs and ids are interchangeable here, so a store that takes over a slug also invalidates the
 * previous owner's page.
 */
export type PageName = string;

/** Every page. */
export const EVERYTHING: PageName = '*';

/** A store's profile and counters. */
export const storeName = (slugOrId: string): PageName => `store:${slugOrId}`;

/** The cards of a store's products. */
export const cardsName = (storeId: string): PageName => `cards:${storeId}`;

/** One product of a store. */
export const productName = (storeId: string, slugOrId: string): PageName => `product:${storeId}/${slugOrId}`;

/** The choice of products, artworks and sellers on the home page. */
export const HOME: PageName = 'home';

/** Which products and artists a search finds: pages of searches have no names, as any change may change them. */
export const SEARCH: PageName = 'search';

/** A product on the home page, which shows no likes; so a like does not invalidate it. */
export const itemName = (productId: string): PageName => `item:${productId}`;
export const artworkName = (artworkId: string): PageName => `artwork:${artworkId}`;
export const sellerName = (storeId: string): PageName => `seller:${storeId}`;

/** Which products of a type are on sale, of which related products are the newest. */
export const shelfName = (productTypeId: string): PageName => `shelf:${productTypeId}`;

/** Which stores are open to lists. */
export const OPEN_STORES: PageName = 'open-stores';

/** Changed when a product on sale looks different. */
export const namesOfProduct = (storeId: string, slugOrIds: readonly string[]): PageName[] => [
  cardsName(storeId),
  ...slugOrIds.map((name) => productName(storeId, name)),
];

/** Changed when a store looks different. */
export const namesOfStore = ({ id, slug }: { id: string; slug: string }): PageName[] => [
  storeName(id),
  storeName(slug),
];
