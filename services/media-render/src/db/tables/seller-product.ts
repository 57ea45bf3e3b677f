import { boolean, integer, key, type RowOf, text, textArray, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

/** Replicated state of the catalog's product; the complete event stands in the column `fact`, for later versions. */
export const sellerProduct = table('seller_product', {
  id: key(uuid),
  sellerProfileId: uuid,
  productTypeId: uuid,
  artworkId: uuid,
  /** What it shows on its other surfaces. */
  otherArtworkIds: textArray(text),
  status: text,
  deleted: boolean,
  version: integer,
});

export type SellerProductRow = RowOf<typeof sellerProduct.columns>;
