import { DomainError, unknownReference } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { mustBeSeller } from '@estampa/kit/caller';
import type { Work } from '@estampa/kit/transact';
import type { Context } from '../context.ts';
import { artworkOrNull } from '../db/find-artwork.ts';
import { saveUpload } from '../db/save-upload.ts';
import { announcedFormat, ARTWORK_BYTES_MAX } from '../domain/picture.ts';
import { originalKey } from '../domain/storage-keys.ts';
import { type Presigned, presign } from './presign.ts';

type Input = { sellerProfileId: string; contentType: string; sizeBytes: number; artworkId: string | null };

/** Where to send an original. The artwork itself comes into being only when the upload is completed. */
export async function presignArtwork(
  context: Context,
  { sellerProfileId, artworkId, ...announced }: Input,
): Promise<Work<{ artworkId: string; upload: Presigned }>> {
  mustBeSeller(context.caller, sellerProfileId);
  const format = announcedFormat(announced, ARTWORK_BYTES_MAX);
  const artwork = artworkId === null ? null : await artworkOrNull(context.em, artworkId);
  if (artworkId !== null && artwork?.sellerProfileId !== sellerProfileId) {
    throw unknownReference('artworkId', 'artwork');
  }

  const file = { artworkId: artwork?.id ?? newId(), sellerProfileId, fileVersion: (artwork?.fileVersion ?? 0) + 1 };
  const key = originalKey({ ...file, format });
  const upload = await presign(context, key, announced);
  return async (tx) => {
    const { sizeBytes } = announced;
    const { expiresAt } = upload;
    const isOpen = await saveUpload(tx, { ...file, key, format, sizeBytes, expiresAt, createdAt: context.now() });
    if (!isOpen) throw new DomainError('conflict', 'conflict', 'Another file was just completed; presign again');
    return { artworkId: file.artworkId, upload };
  };
}
