import { notFound } from '@estampa/kernel/errors';
import type { Context } from '../../context.ts';
import { getStoreProducts } from './get-store-products.ts';
import type { PublicPage } from './public-page.ts';

type Input = { store: string; product: string };

export async function getStoreProduct(context: Context, input: Input): Promise<PublicPage> {
  const [page] = await getStoreProducts(context, [input]);
  if (!page) throw notFound('product', input.product);
  return page;
}
