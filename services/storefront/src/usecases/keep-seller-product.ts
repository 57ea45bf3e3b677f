import { SellerProductChanged } from '@estampa/contracts/catalog/v1/events';
import type { HeardEvent } from '@estampa/kit/consumers';
import type { Context } from '../context.ts';
import { recountLikesReceived } from '../db/counters.ts';
import { artworkLock, lockShared, productTypeLock } from '../db/fact-locks.ts';
import { keepFact } from '../db/keep-fact.ts';
import { forgetLikes } from '../db/likes.ts';
import { markChanged } from '../db/page-changes.ts';
import { countsLikes } from '../domain/likes.ts';
import { storeName } from '../domain/page-names.ts';
import { deriveOne } from './derive-products.ts';

export async function keepSellerProduct(
  { em, isCollecting }: Context,
  message: SellerProductChanged,
  event: HeardEvent,
): Promise<void> {
  const { version, deleted } = message;
  const { id, productTypeId, artworkId, sellerProfileId } = message.sellerProduct!;
  await lockShared(em, [productTypeLock(productTypeId), artworkLock(artworkId)]);
  const news = await keepFact(em, 'seller_product', {
    id,
    product_type_id: productTypeId,
    artwork_id: artworkId,
    version,
    deleted,
    fact: event.payload,
  });
  if (!news || isCollecting) return;

  await deriveOne(em, id);
  if (deleted) await forgetLikes(em, id);
  const before = news.before === null ? null : SellerProductChanged.fromJSON(news.before);
  if (!before || countsLikes(before) === countsLikes(message)) return;
  if (await recountLikesReceived(em, sellerProfileId)) await markChanged(em, [storeName(sellerProfileId)]);
}
