import { notFound } from '@estampa/kernel/errors';
import { statement } from '@estampa/kit/postgres/statement';
import type { Context } from '../../context.ts';
import { pageOfProduct, PRODUCT_PAGE_COLUMNS, PRODUCT_PAGE_SELECTED } from '../../db/product-page.ts';
import { FOUND_PRODUCT, named } from '../../db/read-model.ts';
import { canBeName } from '../../domain/names.ts';
import { productName, storeName } from '../../domain/page-names.ts';
import { publicPage, type PublicPage } from './public-page.ts';

type Input = { store: string; product: string };

export async function getStoreProduct(context: Context, { store, product }: Input): Promise<PublicPage> {
  if (!canBeName(store) || !canBeName(product)) throw notFound('product', product);
  const row = await PRODUCT_PAGE.first(context.em, [...named(store), ...named(product)]);
  if (!row) throw notFound('product', product);

  const { id, storeId } = row;
  return publicPage(context, pageOfProduct(row), [
    storeName(store),
    storeName(storeId),
    productName(storeId, product),
    productName(storeId, id),
  ]);
}

const PRODUCT_PAGE = statement(
  `with ${FOUND_PRODUCT} select ${PRODUCT_PAGE_SELECTED} from found s, page`,
  PRODUCT_PAGE_COLUMNS,
);
