import { boolean, key, uuid } from '@estampa/kit/postgres/columns';
import { replica } from '../replica.ts';

/** In a product's row: the surfaces that it uses; null in states of previous versions. */
export const surfacesText = (alias: string): string => `(${alias}.fact #> '{sellerProduct,surfaces}')`;

/** Condition of a product's row: it uses more than its first surface. */
export const severalSurfaces = (alias: string): string => `jsonb_array_length(${surfacesText(alias)}) > 1`;

/** Seller products as catalog publishes them; a generated column has the ids of their variants. */
export const sellerProduct = replica('seller_product', {
  id: key(uuid),
  productTypeId: uuid,
  artworkId: uuid,
  deleted: boolean,
});
