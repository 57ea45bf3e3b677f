import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { AddProductImageRequest, NewProductImage } from '@estampa/contracts/media/v1/gallery';
import { DomainError } from '@estampa/kernel/errors';
import type { Received } from '@estampa/kit/rpc/command';
import { temporaryFile } from '../../adapters/temporary-file.ts';
import type { Context } from '../../context.ts';
import { galleries } from '../../db/gallery-repository.ts';
import { checkedAltText, mustHaveRoom } from '../../domain/gallery.ts';
import { photoFormat, PHOTO_BYTES_MAX, type ImageFormat } from '../../domain/image.ts';
import { mustBeOwnGallery } from './change-gallery.ts';

/** A photo that has come in, in a file of its own; nothing has been checked yet. */
export type ReceivedPhoto = Received & {
  sellerProductId: string;
  sellerProfileId: string;
  altText: string | null;
  isPrimary: boolean;
  /** Null when the client did not say. */
  format: ImageFormat | null;
  path: string;
};

/** Takes in a photo as it comes, once it is clear that it may; it occupies no connection and no memory. */
export async function receivePhoto(
  context: Context,
  parts: AsyncIterable<AddProductImageRequest>,
): Promise<ReceivedPhoto> {
  const iterator = parts[Symbol.asyncIterator]();
  const first = await iterator.next();
  const image = first.done ? undefined : first.value.image;
  if (!image) throw new DomainError('invalid', 'validation_failed', 'The photo must be described before its bytes');
  const reported = await checked(context, image);

  const { signal } = context.call;
  const claim = { owner: reported.sellerProfileId, weigh: () => 1, signal };
  return context.doorway.run(claim, async () => {
    const file = await temporaryFile();
    try {
      const digest = await written({ [Symbol.asyncIterator]: () => iterator }, file.path, signal);
      return { ...reported, digest, path: file.path, [Symbol.asyncDispose]: () => file[Symbol.asyncDispose]() };
    } catch (error) {
      await file[Symbol.asyncDispose]();
      throw error;
    }
  });
}

async function checked({ em, caller }: Context, image: NewProductImage) {
  const { sellerProductId, contentType, isPrimary } = image;
  const format = photoFormat(contentType);
  const altText = checkedAltText(image.altText ?? null);
  const gallery = mustBeOwnGallery(caller, sellerProductId, await galleries.find(em, sellerProductId));
  mustHaveRoom(gallery.photos);
  return { sellerProductId, sellerProfileId: gallery.sellerProfileId, altText, isPrimary, format };
}

/** The SHA-256 of what was written. */
async function written(
  parts: AsyncIterable<AddProductImageRequest>,
  path: string,
  signal: AbortSignal | null,
): Promise<string> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const bytes = async function* () {
    let isWhole = false;
    for await (const { chunk = EMPTY, isWhole: isLast = false } of parts) {
      isWhole = isLast;
      sizeBytes += chunk.byteLength;
      if (sizeBytes > PHOTO_BYTES_MAX) throw tooLarge();
      hash.update(chunk);
      yield chunk;
    }
    if (!isWhole) throw new DomainError('invalid', 'form_not_sent', 'The photo did not arrive whole');
  };
  await pipeline(bytes(), createWriteStream(path), signal ? { signal } : {});
  return hash.digest('hex');
}

const EMPTY = new Uint8Array();

const tooLarge = () =>
  new DomainError('invalid', 'file_too_large', `A photo may have at most ${PHOTO_BYTES_MAX} bytes`);
