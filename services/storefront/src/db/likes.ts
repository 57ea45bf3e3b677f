import type { EntityManager } from '@mikro-orm/postgresql';

/** The likes of a product that is gone for good. */
export const forgetLikes = (tx: EntityManager, sellerProductId: string): Promise<unknown> =>
  tx.execute('delete from product_like where seller_product_id = ?', [sellerProductId]);
