import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import type { ShownSellerProduct } from '../../db/seller-product-parts.ts';
import { sellerProducts } from '../../db/seller-product-repository.ts';

export async function getSellerProduct({ em, caller }: Context, id: string): Promise<ShownSellerProduct> {
  const shown = await sellerProducts.find(em, id);
  mustBeSeller(caller, shown.product.sellerProfileId);
  return shown;
}
