import { boolean, key, uuid } from '@estampa/kit/postgres/columns';
import { replica } from '../replica.ts';

/** Seller products as catalog publishes them; a generated column has the ids of their variants. */
export const sellerProduct = replica('seller_product', {
  id: key(uuid),
  productTypeId: uuid,
  artworkId: uuid,
  deleted: boolean,
});
