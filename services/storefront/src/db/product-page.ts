import { integer, json, nullable, type RowOf, text } from '@estampa/kit/postgres/statement';
import { type PageText, productPage } from '../domain/pages.ts';
import { likesOf } from './count-changes.ts';
import { type CardRow, STORE, STORE_COLUMNS, toCard, toStore } from './read-model.ts';
import { RELATED_COLUMNS } from './related-products.ts';

/** All that a product page is made of, for a statement that has the product as `page` and its store as `s`. */
export const PRODUCT_PAGE_SELECTED = `${STORE_COLUMNS}, page.id, page.page_head as "pageHead",
  page.page_skus as "pageSkus", page.min_price_cents as "minPriceCents", page.max_price_cents as "maxPriceCents",
  page.page_tail as "pageTail", ${likesOf('page')} as "likesCount", ${RELATED_COLUMNS}`;

export const PRODUCT_PAGE_COLUMNS = {
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

export const pageOfProduct = (row: RowOf<typeof PRODUCT_PAGE_COLUMNS>): PageText =>
  productPage({
    ...row,
    store: toStore(row),
    relatedProducts: {
      sameArtwork: row.sameArtwork.map(toCard),
      sameArtist: row.sameArtist.map(toCard),
      recommended: row.recommended.map(toCard),
    },
  });
