import type { Context } from '../../context.ts';
import { galleries, type Gallery } from '../../db/gallery-repository.ts';
import { publishGallery } from '../../messages/gallery.ts';
import { discardPhotoKeys } from './change-gallery.ts';

type Removed = Pick<Gallery, 'sellerProductId' | 'sellerProfileId'>;

/** Removes the photos of a product that is gone; one that never had any is passed over. */
export async function removeGallery({ em: tx, now }: Pick<Context, 'em' | 'now'>, product: Removed): Promise<void> {
  const { keys, version } = await galleries.deletePhotos(tx, product.sellerProductId);
  if (version === 0) return;
  discardPhotoKeys(tx, keys, now());
  publishGallery(tx, 'gallery_deleted', { ...product, version: version + 1, photos: [] });
}
