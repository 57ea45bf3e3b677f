/**
 * Facts as they are locked. A product and what it is made of may be heard of at the same moment, in two transactions that do not
 * see each other. So whoever changes a type or artwork holds it alone, and whoever changes a product shares those of its parts:
 * the later of the two then finds what the earlier one committed.
 */
export const productTypeLock = (id: string): string => `product_type:${id}`;
export const artworkLock = (id: string): string => `artwork:${id}`;
/** A template touches the products that were rendered on it, so it must not miss a render that is kept meanwhile. */
export const templateLock = (id: string): string => `template:${id}`;
/** A product, for whoever changes what is shown with it alone. */
export const productLock = (id: string): string => `product:${id}`;
/** Products are found by the names of their store, so a product that comes at the same moment must not miss a new name. */
export const storeLock = (id: string): string => `store:${id}`;
export const orderLock = (id: string): string => `order:${id}`;
