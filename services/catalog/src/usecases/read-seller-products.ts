import type { Page } from '@estampa/contracts/common/v1/page';
import { mustBeSeller } from '@estampa/kit/caller';
import type { Context } from '../context.ts';
import { findSellerProduct } from '../db/find-seller-product.ts';
import { newestFirst } from '../db/page.ts';
import { templateIdsOf, withVariants } from '../db/seller-product-parts.ts';
import { SellerProductRow } from '../db/seller-product.entity.ts';
import type { SellerProductStatus } from '../domain/seller-product.ts';
import type { SellerProductAnswer } from './create-seller-product.ts';

export async function getSellerProduct({ em, caller }: Context, id: string): Promise<SellerProductAnswer> {
  const product = await findSellerProduct(em, id);
  mustBeSeller(caller, product.sellerProfileId);
  const [answer] = await answers({ em }, [product]);
  return answer!;
}

type Window = { sellerProfileId: string; page?: Page | undefined; status?: SellerProductStatus | undefined };

export async function listSellerProducts(
  { em, caller }: Context,
  { sellerProfileId, page, status }: Window,
): Promise<[SellerProductAnswer[], number]> {
  mustBeSeller(caller, sellerProfileId);
  const where = { sellerProfileId, ...(status && { status }) };
  const [products, total] = await em.findAndCount(SellerProductRow, where, newestFirst(page));
  return [await answers({ em }, products), total];
}

/** Products as they are shown: with variants at today's costs and the templates that may carry their renders. */
export async function answers(
  { em }: Pick<Context, 'em'>,
  products: readonly SellerProductRow[],
): Promise<SellerProductAnswer[]> {
  const parts = await withVariants(em, products);
  const templateIds = await templateIdsOf(
    em,
    products.map(({ productTypeId }) => productTypeId),
  );
  return parts.map((part) => ({ ...part, templateIds: templateIds(part.product.productTypeId) }));
}
