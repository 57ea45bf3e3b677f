import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { findSellerProduct } from '../../db/find-seller-product.ts';
import type { ShownSellerProduct } from '../../db/seller-product-parts.ts';

export async function getSellerProduct({ em, caller }: Context, id: string): Promise<ShownSellerProduct> {
  const shown = await findSellerProduct(em, id);
  mustBeSeller(caller, shown.product.sellerProfileId);
  return shown;
}
