import { mustBeSeller } from '@estampa/kit/rpc/caller';
import { listPageOf, type PageRequest } from '@estampa/kernel/page';
import type { Context } from '../../context.ts';
import type { ShownSellerProduct } from '../../db/seller-product-parts.ts';
import { sellerProducts } from '../../db/seller-product-repository.ts';
import { limitReached } from '../../domain/rejections.ts';
import type { SellerProductStatus } from '../../domain/seller-product.ts';

type Window = {
  sellerProfileId: string;
  page?: PageRequest;
  status?: SellerProductStatus | undefined;
  updatedSince?: Date | undefined;
};

export async function listSellerProducts(
  { em, caller }: Context,
  { page, ...filter }: Window,
): Promise<{ products: ShownSellerProduct[]; total: number; nextCursor: string | undefined }> {
  mustBeSeller(caller, filter.sellerProfileId);
  const { products, total, nextCursor } = await sellerProducts.findPage(
    em,
    filter,
    listPageOf(page, 'seller_products', filter),
  );
  if (!products) throw limitReached('These products have too many variants for one response; request fewer with limit');
  return { products, total, nextCursor };
}
