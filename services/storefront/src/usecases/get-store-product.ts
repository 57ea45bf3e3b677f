import { notFound } from '@estampa/kernel/errors';
import { integer, json, nullable, statement, text } from '@estampa/kit/statement';
import type { Context } from '../context.ts';
import { likesOf } from '../db/count-changes.ts';
import { type CardRow, FOUND_PRODUCT, named, STORE, STORE_COLUMNS, toCard, toStore } from '../db/read-model.ts';
import { RELATED_COLUMNS } from '../db/related-products.ts';
import { canBeName } from '../domain/names.ts';
import { productName, storeName } from '../domain/page-names.ts';
import { productPage } from '../domain/pages.ts';
import { publicPage, type PublicPage } from './public-page.ts';

type Input = { store: string; product: string };

export async function getStoreProduct(context: Context, { store, product }: Input): Promise<PublicPage> {
  if (!canBeName(store) || !canBeName(product)) throw notFound('product', product);
  const row = await PRODUCT_PAGE.first(context.em, [...named(store), ...named(product)]);
  if (!row) throw notFound('product', product);

  const relatedProducts = {
    sameArtwork: row.sameArtwork.map(toCard),
    sameArtist: row.sameArtist.map(toCard),
    recommended: row.recommended.map(toCard),
  };
  const { id, storeId } = row;
  return publicPage(context, productPage({ ...row, store: toStore(row), relatedProducts }), [
    storeName(store),
    storeName(storeId),
    productName(storeId, product),
    productName(storeId, id),
  ]);
}

const PRODUCT_PAGE = statement(
  `with ${FOUND_PRODUCT}
   select ${STORE_COLUMNS}, page.id, page.page_head as "pageHead", page.page_skus as "pageSkus",
     page.min_price_cents as "minPriceCents", page.max_price_cents as "maxPriceCents", page.page_tail as "pageTail",
     ${likesOf('page')} as "likesCount", ${RELATED_COLUMNS}
   from found s, page`,
  {
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
  },
);
