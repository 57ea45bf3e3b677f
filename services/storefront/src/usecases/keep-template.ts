import { TemplateChanged } from '@estampa/contracts/catalog/v1/events';
import type { Context } from '../context.ts';
import { markChanged } from '../db/change-mark.ts';
import { lockAlone, productTypeLock } from '../db/fact-locks.ts';
import { keepFact } from '../db/keep-fact.ts';
import { deriveProducts } from './derive-products.ts';

export async function keepTemplate({ em }: Pick<Context, 'em'>, message: TemplateChanged): Promise<void> {
  const { id, productTypeId } = message.template!;
  await lockAlone(em, productTypeLock(productTypeId));
  const isNews = await keepFact(em, 'template', {
    id,
    product_type_id: productTypeId,
    version: message.version,
    fact: TemplateChanged.toJSON(message),
  });
  if (isNews && (await deriveProducts(em, 'product_type_id', productTypeId)) > 0) await markChanged(em);
}
