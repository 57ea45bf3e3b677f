import { notFound } from '@estampa/kernel/errors';
import type { Context } from '../../context.ts';
import { pageOfProduct, productPages } from '../../db/product-page-repository.ts';
import { canBeName } from '../../domain/names.ts';
import { productName, storeName } from '../../domain/page-names.ts';
import { publicPage, type PublicPage } from './public-page.ts';

type Input = { store: string; product: string };

export async function getStoreProduct(context: Context, { store, product }: Input): Promise<PublicPage> {
  if (!canBeName(store) || !canBeName(product)) throw notFound('product', product);
  const row = await productPages.find(context.em, store, product);
  if (!row) throw notFound('product', product);

  const { id, storeId } = row;
  return publicPage(context, pageOfProduct(row), [
    storeName(store),
    storeName(storeId),
    productName(storeId, product),
    productName(storeId, id),
  ]);
}
