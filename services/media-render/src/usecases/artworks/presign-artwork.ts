import { unknownReference } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { artworkFiles } from '../../db/artwork-file-repository.ts';
import { artworks } from '../../db/artwork-repository.ts';
import { uploads } from '../../db/upload-repository.ts';
import { mustBeWithinQuota, mustHaveOpenUploadLeft } from '../../domain/artwork.ts';
import { declaredFormat, ARTWORK_BYTES_MAX } from '../../domain/image.ts';
import { artworkUploadKey, originalKey } from '../../domain/storage-keys.ts';
import { type Presigned, presign } from '../storage/presign.ts';

type Input = { sellerProfileId: string; contentType: string; sizeBytes: number; artworkId: string | null };

/**
 * Where to send an original. The artwork itself comes into being only when the upload is completed. The key in the response is
 * the one that the file will have; it is sent to another, since an address can be used again for as long as it lives.
 */
export async function presignArtwork(
  context: Context,
  { sellerProfileId, artworkId, ...declared }: Input,
): Promise<TransactionBody<{ artworkId: string; upload: Presigned }>> {
  const { em, caller, now, originalBytesMax } = context;
  mustBeSeller(caller, sellerProfileId);
  const format = declaredFormat(declared, ARTWORK_BYTES_MAX);
  const artwork = artworkId === null ? null : await artworks.findIfKnown(em, artworkId);
  if (artworkId !== null && artwork?.sellerProfileId !== sellerProfileId) {
    throw unknownReference('artworkId', 'artwork');
  }
  const { sizeBytes } = declared;
  const file = {
    artworkId: artwork?.id ?? newId(),
    sellerProfileId,
    fileVersion: (artwork?.fileVersion ?? 0) + 1,
    format,
  };
  const upload = await presign(context, artworkUploadKey({ ...file, uploadId: newId() }), declared);
  return async (tx) => {
    // Those of one seller one at a time, so that each counts for the next.
    await artworks.lockSlugs(tx, sellerProfileId);
    const [used, open] = [
      await artworkFiles.findUsedBytes(tx, sellerProfileId),
      await uploads.findOpen(tx, sellerProfileId),
    ];
    mustBeWithinQuota({ used, open: open.bytes, added: sizeBytes, limit: originalBytesMax });
    mustHaveOpenUploadLeft(open.count);
    uploads.insert(tx, { ...file, key: upload.key, sizeBytes, expiresAt: upload.expiresAt, createdAt: now() });
    return { artworkId: file.artworkId, upload: { ...upload, key: originalKey(file) } };
  };
}
