import { table } from '@estampa/kit/postgres/table';
import { nullable, text } from '@estampa/kit/postgres/columns';
import { storeProduct } from './store-product.ts';

const { id, sellerProfileId, isListed, isArchived, createdAt } = storeProduct.columns;

/**
 * The columns of a product that counting and ordering by likes need, in a narrow row. `likes` is not derived: `counts` changes
 * it.
 */
export const productCount = table('product_count', {
  id,
  sellerProfileId,
  isListed,
  isArchived,
  createdAt,
  searchText: text,
  /** Which text its searched words are of. */
  wordsOf: nullable(text),
});
