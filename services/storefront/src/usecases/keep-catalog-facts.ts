import { ProductTypeChanged, SellerProductChanged, TemplateChanged } from '@estampa/contracts/catalog/v1/events';
import type { Context } from '../context.ts';
import { markChanged } from '../db/change-mark.ts';
import { artworkLock, lockAlone, lockShared, productTypeLock } from '../db/fact-locks.ts';
import { keepFact } from '../db/keep-fact.ts';
import { recountLikesReceived } from '../db/counters.ts';
import { deriveProducts } from './derive-products.ts';

type Database = Pick<Context, 'em'>;

export async function keepProductType({ em }: Database, message: ProductTypeChanged): Promise<void> {
  const { id } = message.productType!;
  await lockAlone(em, productTypeLock(id));
  const isNews = await keepFact(em, 'product_type', {
    id,
    version: message.version,
    fact: ProductTypeChanged.toJSON(message),
  });
  if (isNews && (await deriveProducts(em, 'product_type_id', id)) > 0) await markChanged(em);
}

export async function keepTemplate({ em }: Database, message: TemplateChanged): Promise<void> {
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

export async function keepSellerProduct({ em }: Database, message: SellerProductChanged): Promise<void> {
  const { id, productTypeId, artworkId, sellerProfileId } = message.sellerProduct!;
  await lockShared(em, [productTypeLock(productTypeId), artworkLock(artworkId)]);
  const isNews = await keepFact(em, 'seller_product', {
    id,
    product_type_id: productTypeId,
    artwork_id: artworkId,
    version: message.version,
    fact: SellerProductChanged.toJSON(message),
  });
  if (!isNews) return;

  await deriveProducts(em, 'id', id);
  // Likes of an archived product stop being counted, and count again when it comes back.
  await recountLikesReceived(em, sellerProfileId);
  await markChanged(em);
}
