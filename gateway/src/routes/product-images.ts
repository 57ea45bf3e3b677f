import type {
  AddProductImageRequest,
  NewProductImage,
  UpdateProductImageRequest,
} from '@estampa/contracts/media/v1/gallery';
import type { AllFields } from '@estampa/kernel/all-fields';
import { maskedUpdate } from '@estampa/kit/rpc/update-mask';
import { z } from 'zod';
import type { IncomingFile } from '../http/incoming-file.ts';
import { IMAGE_REJECTIONS } from './image-rejections.ts';
import { route } from './route.ts';
import { booleanQuery, id, pathId, text } from './schemas.ts';
import { ProductImageJson, productImageView } from '../views/product-image.ts';

const PHOTO_MAX_BYTES = 10 * 1024 * 1024;
/** Far more than a product has photos. */
const IMAGE_IDS_MAX = 100;
const ALT_TEXT_MAX_CHARACTERS = 300;
/** A photo may come slowly; then it is processed, behind others. */
const UPLOAD_DEADLINE_MS = 60_000;
const PHOTO_DEADLINE_MS = UPLOAD_DEADLINE_MS + 30_000;
const CONTENT_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'application/octet-stream'];

const altText = text(0, ALT_TEXT_MAX_CHARACTERS);
const ofProduct = z.object({ productId: pathId });
const ofImage = z.object({ productId: pathId, imageId: pathId });

export const productImageRoutes = [
  route({
    name: 'addProductImage',
    method: 'post',
    path: '/seller-products/me/{productId}/images',
    auth: 'seller',
    owner: 'seller',
    summary: "Put a photo at the end of a product's gallery",
    params: ofProduct,
    query: z.object({ isPrimary: booleanQuery.default(false), altText: altText.optional() }),
    file: { field: 'file', bytesMax: PHOTO_MAX_BYTES, contentTypes: CONTENT_TYPES, deadlineMs: UPLOAD_DEADLINE_MS },
    status: 201,
    errors: { 400: ['limit_reached', 'file_too_large', ...IMAGE_REJECTIONS] },
    response: ProductImageJson,
    settles: ['storefront'],
    async handle({ params, query, file, clients, imageUrl }) {
      const { altText: said, isPrimary } = query;
      const image = { sellerProductId: params.productId, contentType: file.contentType, altText: said, isPrimary };
      const within = { deadlineMs: PHOTO_DEADLINE_MS };
      const added = await clients.gallery.addProductImage(partsOf(image, file), within);
      return productImageView(added.image!, imageUrl);
    },
  }),

  route({
    name: 'reorderProductImages',
    method: 'post',
    path: '/seller-products/me/{productId}/images/reorder',
    auth: 'seller',
    owner: 'seller',
    summary: 'Put the photos of a gallery into another order',
    params: ofProduct,
    body: z.object({ imageIds: z.array(id).max(IMAGE_IDS_MAX).describe('All of them, in their new order') }),
    response: z.array(ProductImageJson),
    settles: ['storefront'],
    async handle({ params: { productId: sellerProductId }, body: { imageIds }, clients, imageUrl }) {
      const { images } = await clients.gallery.reorderProductImages({ sellerProductId, imageIds });
      return images.map((image) => productImageView(image, imageUrl));
    },
  }),

  route({
    name: 'updateProductImage',
    method: 'patch',
    path: '/seller-products/me/{productId}/images/{imageId}',
    auth: 'seller',
    owner: 'seller',
    summary: 'Change what is said of a photo',
    description: 'Another one that is primary stays so.',
    params: ofImage,
    body: z.object({
      altText: altText.nullish().describe('null clears it'),
      isPrimary: z.boolean().optional().describe('True makes it what cards show, instead of another'),
    }),
    response: ProductImageJson,
    settles: ['storefront'],
    async handle({ params: { productId: sellerProductId, imageId }, body, clients, imageUrl }) {
      const { image } = await clients.gallery.updateProductImage({
        sellerProductId,
        imageId,
        ...maskedUpdate(body),
      } satisfies AllFields<UpdateProductImageRequest>);
      return productImageView(image!, imageUrl);
    },
  }),

  route({
    name: 'deleteProductImage',
    method: 'delete',
    path: '/seller-products/me/{productId}/images/{imageId}',
    auth: 'seller',
    owner: 'seller',
    summary: 'Take a photo out of the gallery',
    description: 'Those behind it move up.',
    params: ofImage,
    status: 204,
    settles: ['storefront'],
    async handle({ params: { productId: sellerProductId, imageId }, clients }) {
      await clients.gallery.deleteProductImage({ sellerProductId, imageId });
    },
  }),
];

async function* partsOf(image: AllFields<NewProductImage>, file: IncomingFile): AsyncGenerator<AddProductImageRequest> {
  yield { image };
  for await (const chunk of file.bytes) yield { chunk: Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength) };
  yield { isWhole: true };
}
