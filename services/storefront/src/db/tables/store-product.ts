import { boolean, integer, key, nullable, type RowOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import type { StoreProduct } from '../../domain/store-product.ts';

/** A product as the public store shows it, derived by `storeProduct` from states alone. */
export const storeProduct = table('store_product', {
  id: key(uuid),
  sellerProfileId: uuid,
  productTypeId: uuid,
  artworkId: uuid,
  isListed: boolean,
  isArchived: boolean,
  slug: nullable(text),
  title: text,
  productTypeSlug: nullable(text),
  productTypeName: nullable(text),
  minPriceCents: nullable(integer),
  maxPriceCents: nullable(integer),
  thumbnailKey: nullable(text),
  searchText: nullable(text),
  createdAt: timestamp,
  pageHead: nullable(text),
  pageSkus: nullable(text),
  pageTail: nullable(text),
});

type StoreProductRow = RowOf<typeof storeProduct.columns>;

// A type error here means that the table and `StoreProduct` have drifted apart.
null as unknown as StoreProduct satisfies StoreProductRow;
null as unknown as StoreProductRow satisfies StoreProduct;
