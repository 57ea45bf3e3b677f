import { integer, json, key, nullable, oneOf, type RowOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import type { UsedSurface } from '../../domain/product-surfaces.ts';
import { type SellerProduct, STATUSES } from '../../domain/seller-product.ts';

export const sellerProduct = table('seller_product', {
  id: key(uuid),
  sellerProfileId: uuid,
  productTypeId: uuid,
  artworkId: uuid,
  /** Null where nobody said: the first one of its type, with its artwork. */
  surfaces: nullable(json<readonly UsedSurface[]>()),
  title: text,
  slug: nullable(text),
  description: nullable(text),
  status: oneOf(STATUSES),
  version: integer,
  createdAt: timestamp,
  updatedAt: timestamp,
  publishedAt: nullable(timestamp),
});

export type SellerProductRow = RowOf<typeof sellerProduct.columns>;

// A row serves as the domain's SellerProduct without a mapper; the type check fails here the day they drift apart.
null as unknown as SellerProductRow satisfies SellerProduct;
