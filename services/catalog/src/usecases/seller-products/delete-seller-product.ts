import { recordAudit } from '@estampa/kit/service/audit';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { sellerProducts } from '../../db/seller-product-repository.ts';
import { publishSellerProductDeleted } from '../../messages/seller-product.ts';

/** Deletes for good. Services with copies of the product remove them on its event; orders have snapshots of their own. */
export function deleteSellerProduct({ caller }: Context, { id }: { id: string }): TransactionBody<void> {
  mustReachAll(caller);
  return async (tx) => {
    const product = await sellerProducts.lockAlone(tx, id);
    sellerProducts.delete(tx, product.id);
    recordAudit(tx, { action: 'seller_product_deleted', subject: `seller_product:${product.id}` });
    publishSellerProductDeleted(tx, 'seller_product_deleted', product);
  };
}
