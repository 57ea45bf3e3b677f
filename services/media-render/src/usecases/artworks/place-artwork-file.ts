import { transact, type TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { artworkFiles, type UnplacedFile } from '../../db/artwork-file-repository.ts';
import { artworks } from '../../db/artwork-repository.ts';
import { discardedObjects } from '../../db/discarded-object-repository.ts';
import { outdatedRenders } from '../../db/outdated-render-repository.ts';
import type { ArtworkRow } from '../../db/tables/artwork.ts';
import { IMAGE_FORMATS } from '../../domain/image.ts';
import { artworkKeys, siblingKeys } from '../../domain/storage-keys.ts';
import { REPLACED_RETENTION_MS } from '../../domain/upload.ts';
import { publishArtwork } from '../../messages/artwork.ts';
import { MAKE_RENDERS } from '../renders/make-renders.ts';

/** A process that copies from there may take so long. */
const TAKEN_RETENTION_MS = 60 * 60_000;
const FILES_AT_ONCE = 10;
/** Longer than placing takes; after it another replica may try. */
const CLAIM_MS = 2 * 60_000;

/**
 * Puts the files of a version where they belong. Only what was recorded as that version is ever copied there, so repeating it
 * at any time and from anywhere writes the same bytes.
 */
export async function copyToPlace({ store }: Pick<Context, 'store'>, file: UnplacedFile): Promise<void> {
  const [from, to] = [siblingKeys(file.takenKey), artworkKeys(file)];
  const { contentType } = IMAGE_FORMATS[file.format];
  await Promise.all([
    store.copy(from.original, to.original, { contentType, isPublic: false }),
    store.copy(from.working, to.working, { contentType: 'image/png', isPublic: false }),
    store.copy(from.preview, to.preview, { contentType: 'image/webp', isPublic: true }),
  ]);
}

/** Publishes a version whose files have their place; `isNew` for the first call. */
export const notifyOfPlaced =
  (
    { now, wake }: Pick<Context, 'now' | 'wake'>,
    file: UnplacedFile,
  ): TransactionBody<{ artwork: ArtworkRow; isNew: boolean }> =>
  async (tx) => {
    const before = (await artworks.lock(tx, file.artworkId))!;
    if (!(await artworkFiles.savePlaced(tx, file))) return { artwork: before, isNew: false };

    const artwork = { ...before, version: before.version + 1 };
    artworks.save(tx, artwork);
    publishArtwork(tx, file.fileVersion === 1 ? 'artwork_created' : 'artwork_version_added', artwork);
    outdatedRenders.queueOfArtwork(tx, artwork.id, now());
    wake(MAKE_RENDERS);
    const after = (ms: number) => new Date(now().getTime() + ms);
    discardedObjects.insert(tx, Object.values(siblingKeys(file.takenKey)), after(TAKEN_RETENTION_MS));
    // The original stays: what was sold is printed from it.
    const { working, preview } = artworkKeys({ ...file, fileVersion: file.fileVersion - 1 });
    if (file.fileVersion > 1) discardedObjects.insert(tx, [working, preview], after(REPLACED_RETENTION_MS));
    return { artwork, isNew: true };
  };

/** Continues where completing an upload was interrupted. */
export async function placeArtworkFiles(context: Context, signal: AbortSignal): Promise<void> {
  const { em, now } = context;
  const claim = () => artworkFiles.claimUnplaced(em, now(), new Date(now().getTime() + CLAIM_MS), FILES_AT_ONCE);
  for (let files = await claim(); files.length > 0 && !signal.aborted; files = await claim()) {
    for (const file of files) await place(context, file);
  }
}

/** One that cannot be placed does not delay the others, and is tried again. */
async function place(context: Context, file: UnplacedFile): Promise<void> {
  try {
    await copyToPlace(context, file);
    await transact(context.em.fork(), notifyOfPlaced(context, file));
  } catch (error) {
    context.log.error({ err: error, key: file.takenKey }, 'the files of an artwork could not be placed yet');
  }
}
