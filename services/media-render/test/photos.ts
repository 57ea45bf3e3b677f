import { randomUUID } from 'node:crypto';
import { SellerProductChanged } from '@estampa/contracts/catalog/v1/events';
import { InboxServiceClient } from '@estampa/contracts/common/v1/inbox';
import {
  type AddProductImageRequest,
  GalleryServiceClient,
  type NewProductImage,
  type ProductImage,
} from '@estampa/contracts/media/v1/gallery';
import type { Call, Caller } from '@estampa/kit/rpc/call';
import sharp from 'sharp';
import type { Media } from './media.ts';

const CHUNK_BYTES = 64 * 1024;
/** Several photos at once take a while on a busy machine. */
const ADD_DEADLINE_MS = 60_000;

type Product = { id: string; sellerProfileId: string; artworkId: string; productTypeId: string };

/** Publishes a product as the catalog does, or that it is gone; waits until it has been applied. */
export async function notifyOfProduct(
  media: Media,
  sellerProfileId: string,
  { version = 1, deleted = false, ...known }: Partial<Product> & { version?: number; deleted?: boolean } = {},
): Promise<Product> {
  const product = { id: randomUUID(), sellerProfileId, artworkId: randomUUID(), productTypeId: randomUUID(), ...known };
  const message = SellerProductChanged.fromPartial({
    sellerProduct: { ...product, status: 'draft' },
    version,
    deleted,
  });
  const value = SellerProductChanged.toJSON(message);
  const key = `seller_product:${product.id}`;
  const id = await media.service.publish('catalog.v1', { type: 'seller_product_changed', key, value });
  const received = { topic: 'catalog.v1', kind: 'seller_product', id };
  await media.service.client(InboxServiceClient).settled({ events: [received] });
  return product;
}

export const aPhoto = (width = 60, height = 40, background = '#3366cc'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

export const galleryOf = (media: Media, caller: Caller, call: Partial<Call> = {}) =>
  media.service.client(GalleryServiceClient, { ...call, caller });

/** The photo in parts, as the gateway sends it. */
export async function* inParts(
  bytes: Uint8Array,
  image: Partial<NewProductImage> & { sellerProductId: string },
): AsyncGenerator<AddProductImageRequest> {
  yield { image: { contentType: 'image/png', isPrimary: false, ...image } };
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    yield { chunk: Buffer.from(bytes.subarray(at, at + CHUNK_BYTES)) };
  }
  yield { isWhole: true };
}

export async function addPhoto(
  media: Media,
  caller: Caller,
  sellerProductId: string,
  { bytes, call = {}, ...image }: Partial<NewProductImage> & { bytes?: Buffer; call?: Partial<Call> } = {},
): Promise<ProductImage> {
  const parts = inParts(bytes ?? (await aPhoto()), { sellerProductId, ...image });
  const added = await galleryOf(media, caller, call).addProductImage(parts, {
    deadlineMs: ADD_DEADLINE_MS,
    withIdempotencyKey: call.idempotency !== undefined,
  });
  return added.image!;
}

/** All images of products, by what is named. */
export const imagesOf = (
  media: Media,
  caller: Caller,
  { sellerProductIds = [], artworkIds = [], templateIds = [] }: Partial<Named>,
) => galleryOf(media, caller).listProductPictures({ sellerProductIds, artworkIds, templateIds });

type Named = { sellerProductIds: string[]; artworkIds: string[]; templateIds: string[] };

export const photosOf = async (media: Media, caller: Caller, sellerProductId: string): Promise<ProductImage[]> =>
  (await imagesOf(media, caller, { sellerProductIds: [sellerProductId] })).images;
