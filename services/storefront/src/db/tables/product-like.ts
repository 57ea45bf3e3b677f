import { key, type RowOf, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

export const productLike = table('product_like', {
  id: key(uuid),
  userId: uuid,
  sellerProductId: uuid,
  createdAt: timestamp,
});

export type ProductLikeRow = RowOf<typeof productLike.columns>;
