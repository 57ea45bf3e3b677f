import { boolean, key, uuid } from '@estampa/kit/postgres/columns';
import { replica } from '../replica.ts';

/** As catalog publishes them; the variants that one names stand in a column that PostgreSQL generates. */
export const sellerProduct = replica('seller_product', {
  id: key(uuid),
  productTypeId: uuid,
  artworkId: uuid,
  deleted: boolean,
});
