import { table } from '@estampa/kit/postgres/table';
import { text } from '@estampa/kit/postgres/columns';
import { storeProduct } from './store-product.ts';

const { id, sellerProfileId, isListed, isArchived, createdAt } = storeProduct.columns;

/** What counting and ordering by likes needs of a product, in a narrow row. The likes beside it are not derived: `counts` changes them. */
export const productCount = table('product_count', {
  id,
  sellerProfileId,
  isListed,
  isArchived,
  createdAt,
  searchText: text,
});
