import { mustBeSeller } from '@estampa/kit/caller';
import type { Context } from '../context.ts';
import { findSellerProduct } from '../db/find-seller-product.ts';
import { asShown, type ShownSellerProduct } from '../db/seller-product-parts.ts';

export async function getSellerProduct({ em, caller }: Context, id: string): Promise<ShownSellerProduct> {
  const product = await findSellerProduct(em, id);
  mustBeSeller(caller, product.sellerProfileId);
  const [shown] = await asShown(em, [product]);
  return shown!;
}
