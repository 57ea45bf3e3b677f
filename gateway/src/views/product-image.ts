import type { ProductImage } from '@estampa/contracts/media/v1/gallery';
import { z } from 'zod';
import type { ImageUrl } from './image-url.ts';
import { id, iso, timestamp, url } from '../routes/schemas.ts';
import type { View } from './view.ts';

export const ProductImageJson = z
  .object({
    id,
    sellerProductId: id,
    imageUrl: url,
    altText: z.string().nullable(),
    position: z.int(),
    isPrimary: z.boolean(),
    createdAt: timestamp,
  })
  .meta({ id: 'ProductImage' });

export const productImageView = (
  image: ProductImage,
  imageUrl: ImageUrl,
): View<ProductImage, typeof ProductImageJson, 'imageKey'> => ({
  id: image.id,
  sellerProductId: image.sellerProductId,
  imageUrl: imageUrl(image.imageKey),
  altText: image.altText ?? null,
  position: image.position,
  isPrimary: image.isPrimary,
  createdAt: iso(image.createdAt!),
});
