import { ProductTypeChanged } from '@estampa/contracts/catalog/v1/events';
import type { Context } from '../context.ts';
import { markChanged } from '../db/change-mark.ts';
import { lockAlone, productTypeLock } from '../db/fact-locks.ts';
import { keepFact } from '../db/keep-fact.ts';
import { deriveProducts } from './derive-products.ts';

export async function keepProductType({ em }: Pick<Context, 'em'>, message: ProductTypeChanged): Promise<void> {
  const { id } = message.productType!;
  await lockAlone(em, productTypeLock(id));
  const isNews = await keepFact(em, 'product_type', {
    id,
    version: message.version,
    fact: ProductTypeChanged.toJSON(message),
  });
  if (isNews && (await deriveProducts(em, 'product_type_id', id)) > 0) await markChanged(em);
}
