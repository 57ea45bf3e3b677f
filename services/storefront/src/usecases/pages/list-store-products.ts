import { DomainError, notFound } from '@estampa/kernel/errors';
import { toCursor } from '@estampa/kernel/cursor';
import { listPageOf, type PageRequest, reached, totalByCount } from '@estampa/kernel/page';
import type { Context } from '../../context.ts';
import { isOrder, productLists } from '../../db/product-list-repository.ts';
import { toCard } from '../../db/read-model.ts';
import { canBeName } from '../../domain/names.ts';
import { cardsName, storeName } from '../../domain/page-names.ts';
import { cardList } from '../../domain/pages.ts';
import { searchWords } from '../../domain/search-text.ts';
import { publicPage, type PublicPage } from './public-page.ts';

export type ListInput = {
  store: string;
  productTypeSlug?: string | undefined;
  search?: string | undefined;
  sort: string;
  page?: PageRequest;
};

export async function listStoreProducts(context: Context, input: ListInput): Promise<PublicPage> {
  const { store, sort } = input;
  if (!canBeName(store)) throw notFound('store', store);
  if (!isOrder(sort)) throw new DomainError('invalid', 'validation_failed', `There is no order ${sort}`);
  const words = searchWords(input.search ?? '');
  // Text that cannot be a slug matches no type, and need not reach PostgreSQL.
  const productTypeSlug =
    input.productTypeSlug === undefined || canBeName(input.productTypeSlug) ? input.productTypeSlug : '';
  const wanted = { store, sort, productTypeSlug, words };
  const page = listPageOf(input.page, 'store_products', wanted);
  const row = await productLists.find(context.reads, { ...wanted, page });
  if (!row) throw notFound('store', store);

  const names = [storeName(store), storeName(row.storeId), cardsName(row.storeId)];
  const { skip, limit, mark } = page;
  const products = reached(page, row.cards).map(toCard);
  const total = totalByCount(page, products.length, row.total);
  const nextCursor = row.last && products.length === limit ? toCursor(row.last, mark) : null;
  return publicPage(context, cardList({ products, total, skip, limit, nextCursor }), names);
}
