import { notFound } from '@estampa/kernel/errors';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import { pipeline } from '@estampa/kit/postgres/statement';
import type { Context } from '../../context.ts';
import { pageOfProduct, productPages } from '../../db/product-page-repository.ts';
import { reactions, type ViewerState } from '../../db/reaction-repository.ts';
import { publicPage, type PublicPage } from './public-page.ts';

type Preview = { document: PublicPage; opinion: ViewerState };

/** The page of a product in any status, as visitors will see it, with its viewer's state. It is never cached. */
export async function getProductPreview(context: Context, sellerProductId: string): Promise<Preview> {
  const { em, caller } = context;
  const { owner, row } = await productPages.findPreview(em, sellerProductId);
  if (!owner) throw notFound('seller product', sellerProductId);
  const { userId } = mustBeSeller(caller, owner.sellerProfileId);
  if (!row) throw notFound('page of the seller product', sellerProductId);

  const document = publicPage(context, pageOfProduct(row), []);
  const productIds = document.holes.flatMap((hole) => ('productId' in hole ? hole.productId : []));
  const [[opinion]] = await pipeline(em, reactions.ofViewers([{ userId, productIds, storeIds: [] }]));
  return { document, opinion: opinion! };
}
