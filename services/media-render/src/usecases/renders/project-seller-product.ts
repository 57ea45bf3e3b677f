import type { SellerProductChanged } from '@estampa/contracts/catalog/v1/events';
import type { ReceivedEvent } from '@estampa/kit/events/consumers';
import type { Context } from '../../context.ts';
import { artworkReservations } from '../../db/artwork-reservation-repository.ts';
import { discardedObjects } from '../../db/discarded-object-repository.ts';
import { outdatedRenders } from '../../db/outdated-render-repository.ts';
import { sellerProducts } from '../../db/seller-product-repository.ts';
import { ORDERED_RETENTION_MS } from '../../domain/upload.ts';
import { MAKE_RENDERS } from './make-renders.ts';
import { removeGallery } from '../gallery/remove-gallery.ts';
import { removeRenders } from './remove-renders.ts';

/** Whose a product is and which artworks it shows; an older event never replaces a newer one. A deleted one takes its images along. */
export async function projectSellerProduct(
  context: Context,
  { sellerProduct, version, deleted }: SellerProductChanged,
  { payload }: ReceivedEvent,
): Promise<void> {
  const { id, sellerProfileId, productTypeId, artworkId, status, surfaces } = sellerProduct!;
  const otherArtworkIds = surfaces.slice(1).map((other) => other.artworkId);
  const artworkIds = [...new Set([artworkId, ...otherArtworkIds])];
  const { em, now, wake } = context;
  const row = { id, sellerProfileId, productTypeId, artworkId, otherArtworkIds, status, deleted, version };
  const news = await sellerProducts.save(em, row, payload);
  if (news && deleted) {
    for (const shown of artworkIds) await removeRenders(context, { artworkId: shown, productTypeId });
    await removeGallery(context, { sellerProductId: id, sellerProfileId });
  }
  if (news && !deleted && news.leftArtworkIds.length > 0) {
    const until = new Date(now().getTime() + ORDERED_RETENTION_MS);
    discardedObjects.insertOrdered(em, { artworkIds: news.leftArtworkIds, productTypeId }, until);
  }
  if (!news?.isOnSaleAnew) return;
  artworkReservations.deleteOlder(em, id, version);
  for (const shown of artworkIds) outdatedRenders.queueOfArtwork(em, shown, now());
  wake(MAKE_RENDERS);
}

/** Products whose texts, prices or variants changed and nothing else, which is most events. */
export const projectSellerProductsAtOnce = sellerProducts.saveVersions;
