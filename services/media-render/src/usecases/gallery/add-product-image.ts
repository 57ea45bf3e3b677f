import { open } from 'node:fs/promises';
import { newId } from '@estampa/kernel/ids';
import { transact, type TransactionBody } from '@estampa/kit/postgres/transact';
import { HEADER_BYTES, readImageInfo, imageHeader } from '../../adapters/image-header.ts';
import type { Context } from '../../context.ts';
import { discardedObjects } from '../../db/discarded-object-repository.ts';
import { type Photo, withPhoto } from '../../domain/gallery.ts';
import { mustBeAccepted, mustBeImage } from '../../domain/image.ts';
import { productImageKey } from '../../domain/storage-keys.ts';
import { changeGallery } from './change-gallery.ts';
import type { ReceivedPhoto } from './receive-photo.ts';

type Added = { sellerProductId: string; photo: Photo; position: number };

/** Longer than a request can take from here; a photo that no gallery came to show goes then. */
const UNSHOWN_MS = 3_600_000;

/** Makes the photo that is shown of the one that came in, and puts it at the end of the gallery. */
export async function addProductImage(context: Context, received: ReceivedPhoto): Promise<TransactionBody<Added>> {
  const { sellerProductId, sellerProfileId, altText, isPrimary } = received;
  const id = newId();
  const key = productImageKey({ sellerProfileId, sellerProductId, imageId: id });
  await storePhoto(context, received, key);

  const photo: Photo = { id, key, altText, isPrimary, createdAt: context.now() };
  return async (tx) => {
    const { photos } = await changeGallery(context, tx, sellerProductId, (before) => withPhoto(before, photo));
    return { sellerProductId, photo, position: photos.length - 1 };
  };
}

async function storePhoto(context: Context, { sellerProfileId, path, format }: ReceivedPhoto, key: string) {
  const { em, call, store, studio, now } = context;
  const header = await imageHeader(await startOf(path));
  if (header) mustBeAccepted(header, format ?? mustBeImage(header));
  const image = await studio.readOriginal({ owner: sellerProfileId, header, signal: call.signal }, async (run) => {
    const info = await readImageInfo(path);
    mustBeAccepted(info, format ?? mustBeImage(info));
    return run('galleryImage', path);
  });
  // Before the photo is there, so that no crash leaves one that nobody would remove.
  await transact(em, async (tx) => discardedObjects.insert(tx, [key], new Date(now().getTime() + UNSHOWN_MS)));
  await store.put(key, image, { contentType: 'image/webp', isPublic: true });
}

async function startOf(path: string): Promise<Uint8Array> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}
