import { integer, key, nullable, oneOf, type RowOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import { type SellerProduct, STATUSES } from '../../domain/seller-product.ts';

export const sellerProduct = table('seller_product', {
  id: key(uuid),
  sellerProfileId: uuid,
  productTypeId: uuid,
  artworkId: uuid,
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
