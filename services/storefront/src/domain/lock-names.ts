/**
 * Names of advisory locks. A product and its parts may arrive at the same time, in two transactions that do not see each other's
 * changes. So a change of a type or artwork locks it exclusively, and a change of a product locks its parts for sharing: the
 * later transaction then sees what the earlier one committed.
 */
export const productTypeLock = (id: string): string => `product_type:${id}`;
export const artworkLock = (id: string): string => `artwork:${id}`;
/** A change of a template derives the products rendered on it, so it must not run concurrently with a new render. */
export const templateLock = (id: string): string => `template:${id}`;
/** For changes that show on one product only. */
export const productLock = (id: string): string => `product:${id}`;
/** Products are searched by the names of their store, so a new product must not miss a concurrent rename. */
export const storeLock = (id: string): string => `store:${id}`;
export const orderLock = (id: string): string => `order:${id}`;
