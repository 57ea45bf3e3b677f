import { key, uuid } from '@estampa/kit/postgres/columns';
import { replica } from '../replica.ts';

/** Variants of product types, one row each: a product names a few of the thousands that a type may have. */
export const productVariant = replica('product_variant', { id: key(uuid), productTypeId: uuid });
