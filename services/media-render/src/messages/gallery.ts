import { GalleryChanged } from '@estampa/contracts/media/v1/events';
import type { ProductImage } from '@estampa/contracts/media/v1/gallery';
import type { AllFields } from '@estampa/kernel/all-fields';
import { appendEvent } from '@estampa/kit/events/outbox';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Gallery } from '../db/gallery-repository.ts';
import type { Photo } from '../domain/gallery.ts';

export const productImageMessage = (
  sellerProductId: string,
  { id, key, altText, isPrimary, createdAt }: Photo,
  position: number,
): AllFields<ProductImage> => ({
  id,
  sellerProductId,
  imageKey: key,
  altText: altText ?? undefined,
  position,
  isPrimary,
  createdAt,
});

export const galleryMessages = ({ sellerProductId, photos }: Gallery): AllFields<ProductImage>[] =>
  photos.map((photo, position) => productImageMessage(sellerProductId, photo, position));

export type GalleryEvent = 'gallery_changed' | 'gallery_deleted';

/** All of it, since a change of one photo may move all others. */
export const publishGallery = (tx: EntityManager, type: GalleryEvent, gallery: Gallery): void => {
  const { sellerProductId, sellerProfileId, version } = gallery;
  appendEvent(tx, 'media.v1', GalleryChanged, {
    type,
    key: `gallery:${sellerProductId}`,
    message: {
      sellerProductId,
      sellerProfileId,
      images: galleryMessages(gallery),
      version,
      deleted: type === 'gallery_deleted',
    },
  });
};
