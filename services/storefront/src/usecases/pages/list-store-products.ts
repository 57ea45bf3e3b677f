import { DomainError, notFound } from '@estampa/kernel/errors';
import { type PageRequest, pageOf, totalByCount } from '@estampa/kernel/page';
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
  const page = pageOf(input.page);
  const { skip, limit } = page;
  const words = searchWords(input.search ?? '');
  // Text that cannot be a slug matches no type, and need not reach PostgreSQL.
  const productTypeSlug =
    input.productTypeSlug === undefined || canBeName(input.productTypeSlug) ? input.productTypeSlug : '';
  const row = await productLists.find(context.reads, { store, sort, productTypeSlug, words, skip, limit });
  if (!row) throw notFound('store', store);

  const names = [storeName(store), storeName(row.storeId), cardsName(row.storeId)];
  const products = row.cards.map(toCard);
  const total = totalByCount(page, products.length, row.total);
  return publicPage(context, cardList({ products, total, skip, limit }), names);
}
