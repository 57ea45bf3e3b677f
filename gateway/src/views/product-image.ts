import type { ProductImage } from '@estampa/contracts/media/v1/gallery';
import { imageSizes as sizesOf } from '@estampa/kernel/image-sizes';
import { z } from 'zod';
import type { ImageUrl } from './image-url.ts';
import { id, imageSizes, iso, timestamp, url } from '../routes/schemas.ts';
import type { View } from './view.ts';

export const ProductImageJson = z
  .object({
    id,
    sellerProductId: id.describe('What it is a photo of'),
    imageUrl: url,
    sizes: imageSizes,
    altText: z.string().nullable().describe('Read to people who cannot see it; null where nothing was written'),
    position: z.int().describe('From 0 on, in the order that visitors see'),
    isPrimary: z.boolean().describe('Whether cards show it'),
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
  sizes: sizesOf(image.imageKey),
  altText: image.altText ?? null,
  position: image.position,
  isPrimary: image.isPrimary,
  createdAt: iso(image.createdAt!),
});
