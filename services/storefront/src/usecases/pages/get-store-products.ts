import { DomainError } from '@estampa/kernel/errors';
import type { Context } from '../../context.ts';
import { pageOfProduct, productPages, relatedOf } from '../../db/product-page-repository.ts';
import { canBeName } from '../../domain/names.ts';
import { cardsName, OPEN_STORES, productName, shelfName, storeName } from '../../domain/page-names.ts';
import { publicPage, type PublicPage } from './public-page.ts';

export const PRODUCTS_MAX = 16;
/** Pages of thousands of SKUs take 11 MB each; they are read one by one then. */
const PRODUCTS_BYTES_MAX = 4 * 1024 * 1024;

type Input = { store: string; product: string };

/** The pages of several products, null where one is not on sale; fewer when they are long, at least one. */
export async function getStoreProducts(context: Context, requested: readonly Input[]): Promise<(PublicPage | null)[]> {
  if (requested.length > PRODUCTS_MAX)
    throw new DomainError('invalid', 'validation_failed', `At most ${PRODUCTS_MAX} products`);
  const possible = requested.filter(({ store, product }) => canBeName(store) && canBeName(product));
  const rows = possible.length > 0 ? await productPages.find(context.reads, possible) : [];
  const found = new Map(possible.map((input, index) => [input, rows[index]]));
  const pages: (PublicPage | null)[] = [];
  let bytes = 0;
  for (const input of requested) {
    if (bytes > PRODUCTS_BYTES_MAX) break;
    const row = found.get(input);
    const page = row ? pageOf(context, input, row) : null;
    bytes += page?.json.byteLength ?? 0;
    pages.push(page);
  }
  return pages;
}

function pageOf(context: Context, { store, product }: Input, row: Row): PublicPage {
  const { id, storeId, productTypeId } = row;
  const names = [storeName(store), storeName(storeId), productName(storeId, product), productName(storeId, id)];
  const ofOthers = relatedOf(row).filter((one) => one.storeId !== storeId);
  const related = ofOthers.flatMap((one) => [productName(one.storeId, one.id), storeName(one.storeId)]);
  const shelves = [cardsName(storeId), shelfName(productTypeId), OPEN_STORES];
  return publicPage(context, pageOfProduct(row), names, [...shelves, ...related]);
}

type Row = NonNullable<Awaited<ReturnType<typeof productPages.find>>[number]>;
