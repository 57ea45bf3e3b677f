import { isUuid } from '@estampa/kernel/ids';
import { integer, json, type RowOf, text } from '@estampa/kit/postgres/columns';
import { selected } from '@estampa/kit/postgres/rows';
import { pipeline, type Reads, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type PageText, productPage } from '../domain/pages.ts';
import { likesOf } from './count-columns.ts';
import { FOUND_PRODUCT, named, STORE, STORE_COLUMNS, toCard, toStore } from './read-model.ts';
import { RELATED_COLUMNS, type RelatedRow } from './related-products.ts';
import { storeProduct } from './tables/store-product.ts';

const { id, sellerProfileId, productTypeId, pageHead, pageSkus, minPriceCents, maxPriceCents, pageTail } =
  storeProduct.columns;
const OF_PRODUCT = { id, productTypeId, pageHead, pageSkus, minPriceCents, maxPriceCents, pageTail };

/** All columns of a product page, for a statement that has the product as `page` and its store as `s`. */
const SELECTED = `${STORE_COLUMNS}, ${selected(OF_PRODUCT, 'page')}, ${likesOf('page')} as "likesCount", ${RELATED_COLUMNS}`;

/** A product that is shown has a head and a tail. */
const COLUMNS = {
  ...STORE,
  ...OF_PRODUCT,
  pageHead: text,
  pageTail: text,
  likesCount: integer,
  sameArtwork: json<RelatedRow[]>(),
  sameArtist: json<RelatedRow[]>(),
  recommended: json<RelatedRow[]>(),
};
type ProductPageRow = RowOf<typeof COLUMNS>;
type Named = { store: string; product: string };

export const productPages = {
  /**
   * The products on sale that two names each identify, by id or slug, in one round trip; undefined where one or its store is not shown.
   */
  async find(reads: Reads, requested: readonly Named[]): Promise<(ProductPageRow | undefined)[]> {
    const all = requested.map(({ store, product }) => PRODUCT_PAGE.with(...named(store), ...named(product)));
    return (await pipeline(reads, ...all)).map(([row]) => row);
  },

  /**
   * A product in any status and its owner, in one round trip. No `owner`: there is no such product. No `row`: its artwork, type
   * or store is not known yet.
   */
  async findPreview(em: EntityManager, sellerProductId: string) {
    const productId = isUuid(sellerProductId) ? sellerProductId : null;
    const [[owner], [row]] = await pipeline(em, OWNER.with(productId), PREVIEW.with(productId));
    return { owner, row };
  },
};

const PRODUCT_PAGE = statement(`with ${FOUND_PRODUCT} select ${SELECTED} from found s, page`, COLUMNS);

const OWNER = statement('select seller_profile_id as "sellerProfileId" from store_product where id = $1', {
  sellerProfileId,
});

const PREVIEW = statement(
  `with page as (select p.* from store_product p where p.id = $1 and p.page_head is not null)
   select ${SELECTED} from page join store s on s.id = page.seller_profile_id`,
  COLUMNS,
);

/** The related products, some twice. */
export const relatedOf = ({ sameArtwork, sameArtist, recommended }: ProductPageRow): RelatedRow[] => [
  ...sameArtwork,
  ...sameArtist,
  ...recommended,
];

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
