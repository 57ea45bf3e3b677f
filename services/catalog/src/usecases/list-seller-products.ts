import { mustBeSeller } from '@estampa/kit/caller';
import { type AskedPage, newestFirst } from '@estampa/kernel/page';
import type { Context } from '../context.ts';
import { asShown, type ShownSellerProduct } from '../db/seller-product-parts.ts';
import { SellerProductRow } from '../db/seller-product.entity.ts';
import { limitReached } from '../domain/refusals.ts';
import type { SellerProductStatus } from '../domain/seller-product.ts';

type Window = { sellerProfileId: string; page?: AskedPage; status?: SellerProductStatus | undefined };

export async function listSellerProducts(
  { em, caller }: Context,
  { sellerProfileId, page, status }: Window,
): Promise<[ShownSellerProduct[], number]> {
  mustBeSeller(caller, sellerProfileId);
  const where = { sellerProfileId, ...(status && { status }) };
  const [products, total] = await em.findAndCount(SellerProductRow, where, newestFirst(page));
  const shown = await asShown(em, products);
  if (!shown) throw limitReached('These products have too many variants for one answer; ask for fewer with limit');
  return [shown, total];
}
