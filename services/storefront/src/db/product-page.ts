import { isUuid } from '@estampa/kernel/ids';
import { integer, json, nullable, type RowOf, text } from '@estampa/kit/postgres/columns';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type PageText, productPage } from '../domain/pages.ts';
import { likesOf } from './count-changes.ts';
import { type CardRow, FOUND_PRODUCT, named, STORE, STORE_COLUMNS, toCard, toStore } from './read-model.ts';
import { RELATED_COLUMNS } from './related-products.ts';

/** All that a product page is made of, for a statement that has the product as `page` and its store as `s`. */
const SELECTED = `${STORE_COLUMNS}, page.id, page.page_head as "pageHead",
  page.page_skus as "pageSkus", page.min_price_cents as "minPriceCents", page.max_price_cents as "maxPriceCents",
  page.page_tail as "pageTail", ${likesOf('page')} as "likesCount", ${RELATED_COLUMNS}`;

const COLUMNS = {
  ...STORE,
  id: text,
  pageHead: text,
  pageSkus: nullable(text),
  minPriceCents: nullable(integer),
  maxPriceCents: nullable(integer),
  pageTail: text,
  likesCount: integer,
  sameArtwork: json<CardRow[]>(),
  sameArtist: json<CardRow[]>(),
  recommended: json<CardRow[]>(),
};
type ProductPageRow = RowOf<typeof COLUMNS>;

/** The product on sale that two names mean, ids or slugs; undefined where it or its store is not shown. */
export const findProductPage = (
  em: EntityManager,
  store: string,
  product: string,
): Promise<ProductPageRow | undefined> => PRODUCT_PAGE.first(em, [...named(store), ...named(product)]);

const PRODUCT_PAGE = statement(`with ${FOUND_PRODUCT} select ${SELECTED} from found s, page`, COLUMNS);

/**
 * A product in any status and whose it is, in one round trip. No owner: there is no such product. No row: the artwork or type of
 * the product, or its store, is not known yet.
 */
export async function findPreview(em: EntityManager, sellerProductId: string) {
  const id = isUuid(sellerProductId) ? sellerProductId : null;
  const [[owner], [row]] = await pipeline(em, OWNER.with(id), PREVIEW.with(id));
  return { owner, row };
}

const OWNER = statement('select seller_profile_id as "sellerProfileId" from store_product where id = $1', {
  sellerProfileId: text,
});

const PREVIEW = statement(
  `with page as (select p.* from store_product p where p.id = $1 and p.page_head is not null)
   select ${SELECTED} from page join store s on s.id = page.seller_profile_id`,
  COLUMNS,
);

export const pageOfProduct = (row: ProductPageRow): PageText =>
  productPage({
    ...row,
    store: toStore(row),
    relatedProducts: {
      sameArtwork: row.sameArtwork.map(toCard),
      sameArtist: row.sameArtist.map(toCard),
      recommended: row.recommended.map(toCard),
    },
  });
