import { DomainError, notFound, unknownReference } from '@estampa/kernel/errors';
import { isUuid, newId } from '@estampa/kernel/ids';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import { transact, type TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { artworkFiles } from '../../db/artwork-file-repository.ts';
import { artworks } from '../../db/artwork-repository.ts';
import { discardedObjects } from '../../db/discarded-object-repository.ts';
import type { ArtworkRow } from '../../db/tables/artwork.ts';
import { type ArtworkUpload, uploads } from '../../db/upload-repository.ts';
import { checkedSlug, checkedTitle, mustBeNextVersion } from '../../domain/artwork.ts';
import { IMAGE_FORMATS } from '../../domain/image.ts';
import { type ArtworkKeys, originalKey, takenKeys } from '../../domain/storage-keys.ts';
import { ABANDONED_MS, mustBeCompletable } from '../../domain/upload.ts';
import { copyToPlace, notifyOfPlaced } from './place-artwork-file.ts';
import { mustBeginAsDeclared, readUpload } from '../storage/read-upload.ts';
import { type ReadOriginal, recordArtwork } from './record-artwork.ts';
import { mustBeStored, uploadedFile } from '../storage/uploaded-file.ts';

type Input = { artworkId: string; key: string; title: string; slug: string | null };
type Completed = { artwork: ArtworkRow; created: boolean };

/**
 * Makes the uploaded original an artwork, or the next version of one; repeating it changes nothing. It is taken in, checked,
 * recorded, put in its place and published, in this order. A failure before the record leaves objects that are discarded later; one
 * after it is finished by a repeated call or by `place-artwork-files`.
 */
export async function completeArtwork(context: Context, input: Input): Promise<TransactionBody<Completed>> {
  const title = checkedTitle(input.title);
  const slug = input.slug === null ? null : checkedSlug(input.slug);
  const upload = await findUpload(context, input);
  if (!upload.completedAt) await record(context, upload, { title, slug });

  const unplaced = await artworkFiles.findUnplaced(context.em, upload.artworkId, upload.fileVersion);
  if (!unplaced) {
    const artwork = await artworks.find(context.em, upload.artworkId);
    return async () => ({ artwork, created: false });
  }
  await copyToPlace(context, unplaced);
  return async (tx) => {
    const { artwork, isNew } = await notifyOfPlaced(context, unplaced)(tx);
    return { artwork, created: isNew && unplaced.fileVersion === 1 };
  };
}

/** Of several addresses that were given out for one key, the one that was completed, else the newest that was used. */
async function findUpload({ em, caller, store, now }: Context, { artworkId, key }: Input): Promise<ArtworkUpload> {
  const presigned = isUuid(artworkId) ? await uploads.findOfArtwork(em, artworkId) : [];
  const [any] = presigned;
  if (!any) throw notFound('artwork', artworkId);
  mustBeSeller(caller, any.sellerProfileId);
  const candidates = presigned.filter((upload) => originalKey(upload) === key);
  const [newest] = candidates;
  if (!newest) throw unknownReference('key', 'upload of this artwork');
  const completed = candidates.find(({ completedAt }) => completedAt);
  if (completed) return completed;

  for (const candidate of candidates) if (await store.head(candidate.key)) return candidate;
  mustBeCompletable(newest, now());
  await mustBeStored(store, newest.key);
  return newest;
}

async function record(
  context: Context,
  upload: ArtworkUpload,
  reported: { title: string; slug: string | null },
): Promise<void> {
  const { em, store, now } = context;
  mustBeCompletable(upload, now());
  mustBeNextVersion(upload.fileVersion, await artworks.findIfKnown(em, upload.artworkId));
  const { etag } = await uploadedFile(store, upload);
  await mustBeginAsDeclared(store, upload, etag);

  const taken = takenKeys(upload.key, newId());
  const abandonedAt = new Date(now().getTime() + ABANDONED_MS);
  // Before anything is there, so that no crash leaves what is never removed.
  await transact(em.fork(), async (tx) => discardedObjects.insert(tx, Object.values(taken), abandonedAt));
  const { contentType } = IMAGE_FORMATS[upload.format];
  await store.copy(upload.key, taken.original, { contentType, isPublic: false, etag });
  try {
    const original = await readOriginal(context, upload, taken);
    await transact(em.fork(), (tx) =>
      recordArtwork({ ...context, em: tx }, upload, { ...original, ...reported, taken }),
    );
  } catch (error) {
    if (error instanceof DomainError) await discardedObjects.saveDue(em.fork(), Object.values(taken), now());
    throw error;
  }
}

/** Reads the copy, which no client can replace any more. */
const readOriginal = (
  { call, store, studio }: Context,
  { format, sizeBytes: declaredBytes, sellerProfileId }: ArtworkUpload,
  taken: ArtworkKeys,
): Promise<ReadOriginal> => {
  const copy = { key: taken.original, format, sizeBytes: declaredBytes, sellerProfileId };
  return readUpload({ call, store, studio }, copy, async (image) => {
    const { path, run, info, sizeBytes, etag, contentHash } = image;
    const images = await run('artworkImages', path);
    await Promise.all([
      store.put(taken.working, images.working, { contentType: 'image/png', isPublic: false }),
      store.put(taken.preview, images.preview, { contentType: 'image/webp', isPublic: false }),
    ]);
    return {
      widthPx: info.widthPx,
      heightPx: info.heightPx,
      sizeBytes,
      contentHash,
      originalEtag: etag,
      workingWidthPx: images.workingSize.width,
      workingHeightPx: images.workingSize.height,
      dominantColor: images.dominantColor,
    };
  });
};
