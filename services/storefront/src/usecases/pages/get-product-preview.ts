import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import { statement, text, pipeline } from '@estampa/kit/postgres/statement';
import type { Context } from '../../context.ts';
import { requestViewerStates, type Opinion } from '../../db/viewer-states.ts';
import { pageOfProduct, PRODUCT_PAGE_COLUMNS, PRODUCT_PAGE_SELECTED } from '../../db/product-page.ts';
import { publicPage, type PublicPage } from './public-page.ts';

type Preview = { document: PublicPage; opinion: Opinion };

/** The page of a product in any status, as visitors will see it, and what its viewer thinks. It is kept nowhere. */
export async function getProductPreview(context: Context, sellerProductId: string): Promise<Preview> {
  const { em, caller } = context;
  const id = isUuid(sellerProductId) ? sellerProductId : null;
  const [[owner], [row]] = await pipeline(em, OWNER.with(id), PREVIEW.with(id));
  if (!owner) throw notFound('seller product', sellerProductId);
  const { userId } = mustBeSeller(caller, owner.sellerProfileId);
  if (!row) throw notFound('page of the seller product', sellerProductId);

  const document = publicPage(context, pageOfProduct(row), []);
  const productIds = document.holes.flatMap((hole) => ('productId' in hole ? hole.productId : []));
  const [[opinion]] = await pipeline(em, requestViewerStates([{ userId, productIds, storeIds: [] }]));
  return { document, opinion: opinion! };
}

const OWNER = statement('select seller_profile_id as "sellerProfileId" from store_product where id = $1', {
  sellerProfileId: text,
});

/** Nothing while the artwork or type of the product, or its store, has not been heard of. */
const PREVIEW = statement(
  `with page as (select p.* from store_product p where p.id = $1 and p.page_head is not null)
   select ${PRODUCT_PAGE_SELECTED} from page join store s on s.id = page.seller_profile_id`,
  PRODUCT_PAGE_COLUMNS,
);
