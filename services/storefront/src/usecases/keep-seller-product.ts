import { SellerProductChanged } from '@estampa/contracts/catalog/v1/events';
import type { Context } from '../context.ts';
import { markChanged } from '../db/change-mark.ts';
import { recountLikesReceived } from '../db/counters.ts';
import { artworkLock, lockShared, productTypeLock } from '../db/fact-locks.ts';
import { keepFact } from '../db/keep-fact.ts';
import { deriveProducts } from './derive-products.ts';

export async function keepSellerProduct({ em }: Pick<Context, 'em'>, message: SellerProductChanged): Promise<void> {
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
