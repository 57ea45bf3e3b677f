import { boolean, json, key, nullable, uuid } from '@estampa/kit/postgres/columns';
import { replica } from '../replica.ts';

/** Condition of a product's row: it uses more than its first surface. */
export const severalSurfaces = (alias: string): string => `jsonb_array_length(${alias}.surfaces) > 1`;

/** Seller products as catalog publishes them; a generated column has the ids of their variants. */
export const sellerProduct = replica('seller_product', {
  id: key(uuid),
  productTypeId: uuid,
  artworkId: uuid,
  /** Those that it uses, the first one with its artwork; null in states of previous versions. */
  surfaces: nullable(json<readonly { surface: string; artworkId: string }[]>()),
  deleted: boolean,
});
