import { alreadyExists } from '@estampa/kernel/errors';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { artworkFiles } from '../../db/artwork-file-repository.ts';
import { artworks } from '../../db/artwork-repository.ts';
import { discardedObjects } from '../../db/discarded-object-repository.ts';
import { placements } from '../../db/placement-repository.ts';
import type { ArtworkRow } from '../../db/tables/artwork.ts';
import { type ArtworkUpload, uploads } from '../../db/upload-repository.ts';
import {
  firstFreeSlug,
  mustBeNextVersion,
  mustBeWithinQuota,
  scaleForNewFile,
  slugFrom,
} from '../../domain/artwork.ts';
import { SCALE_MAX, SCALE_MIN } from '../../domain/placement.ts';
import { type ArtworkKeys, artworkKeys } from '../../domain/storage-keys.ts';
import { stagingDueAt } from '../../domain/upload.ts';

export type ReadOriginal = Pick<
  ArtworkRow,
  | 'widthPx'
  | 'heightPx'
  | 'sizeBytes'
  | 'contentHash'
  | 'originalEtag'
  | 'workingWidthPx'
  | 'workingHeightPx'
  | 'dominantColor'
>;

type Input = ReadOriginal & { title: string; slug: string | null; taken: ArtworkKeys };

/** What a crash leaves between the record and the files in their place is put right after this. */
const PLACED_MS = 60_000;

/** Inside the transaction: the second of two finds the upload completed, or another file in the place of this version. */
export async function recordArtwork(context: Context, upload: ArtworkUpload, input: Input): Promise<void> {
  const { em: tx, now, originalBytesMax } = context;
  const { artworkId, sellerProfileId, fileVersion, format } = upload;
  await artworks.lockSlugs(tx, sellerProfileId);
  const before = await artworks.lock(tx, artworkId);
  if (!(await uploads.saveCompleted(tx, upload.key, now()))) return;
  mustBeNextVersion(fileVersion, before);
  const { title, slug: wanted, taken, ...original } = input;
  const { contentHash, sizeBytes, widthPx, heightPx } = original;
  const known = await artworkFiles.findKnown(tx, { sellerProfileId, contentHash, artworkId });
  mustBeWithinQuota({ used: known.usedBytes, added: sizeBytes, limit: originalBytesMax });

  const { duplicateOf } = known;
  const factor = before && scaleForNewFile(before, original);
  const slug = await slugFor(tx, upload, { wanted, title, before });
  const file = { ...original, title, slug, format, fileVersion, duplicateOf, updatedAt: now() };
  if (before) artworks.save(tx, { ...before, ...file });
  else artworks.insert(tx, { ...NEW_ARTWORK, ...file, id: artworkId, sellerProfileId, createdAt: now() });
  const [createdAt, placeAfter] = [now(), new Date(now().getTime() + PLACED_MS)];
  const info = { artworkId, fileVersion, sellerProfileId, format, widthPx, heightPx, sizeBytes, contentHash };
  artworkFiles.insert(tx, { ...info, createdAt, placeAfter, takenKey: taken.original });
  if (factor !== null) placements.saveScaled(tx, artworkId, { factor, min: SCALE_MIN, max: SCALE_MAX, now: now() });
  discardedObjects.retain(tx, [...Object.values(taken), ...Object.values(artworkKeys(upload))]);
  discardedObjects.insert(tx, [upload.key], stagingDueAt(upload.expiresAt, now()));
}

const NEW_ARTWORK = { description: null, tags: [] as string[], status: 'active' as const, version: 0 };

type SlugWish = { wanted: string | null; title: string; before: ArtworkRow | null };

/** The requested slug, which must be free; else the one it has; else one made from the title. */
async function slugFor(tx: EntityManager, upload: ArtworkUpload, { wanted, title, before }: SlugWish): Promise<string> {
  if (wanted === null && before) return before.slug;
  const { sellerProfileId, artworkId } = upload;
  const base = wanted ?? slugFrom(title);
  const pattern = wanted ?? `${base.slice(0, LIKE_CHARACTERS)}%`;
  const taken = await artworks.findSlugs(tx, { sellerProfileId, pattern, otherThan: artworkId });
  if (wanted !== null && taken.has(wanted)) throw alreadyExists(`You have another artwork with the slug ${wanted}`);
  return firstFreeSlug(base, taken);
}

/** Room for an ending such as -12345 within the longest slug. */
const LIKE_CHARACTERS = 94;
