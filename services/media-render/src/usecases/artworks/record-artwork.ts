import { alreadyExists } from '@estampa/kernel/errors';
import { addRow } from '@estampa/kit/postgres/insert-new';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { ArtworkRow } from '../../db/artwork.entity.ts';
import { addUsedBytes, knownToSeller, rescalePlacements, saveArtworkFile } from '../../db/artwork-file.ts';
import { lockSlugs } from '../../db/artwork-slugs.ts';
import type { ArtworkUpload } from '../../db/artwork-uploads.ts';
import { discardObjects, retainObjects } from '../../db/discarded-object.ts';
import { completeUpload } from '../../db/save-upload.ts';
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

/** Inside the transaction: whoever comes second finds the upload completed, or another file in the place of this version. */
export async function recordArtwork(context: Context, upload: ArtworkUpload, input: Input): Promise<void> {
  const { em: tx, now, originalBytesMax } = context;
  const { artworkId, sellerProfileId, fileVersion, format } = upload;
  await lockSlugs(tx, sellerProfileId);
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true };
  const before = await tx.findOne(ArtworkRow, artworkId, lock);
  if (!(await completeUpload(tx, upload.key, now()))) return;
  mustBeNextVersion(fileVersion, before);
  const { title, slug: wanted, taken, ...original } = input;
  const { contentHash, sizeBytes, widthPx, heightPx } = original;
  const known = await knownToSeller(tx, { sellerProfileId, contentHash, artworkId });
  mustBeWithinQuota({ used: known.usedBytes, added: sizeBytes, limit: originalBytesMax });

  const { duplicateOf } = known;
  const factor = before && scaleForNewFile(before, original);
  const slug = await slugFor(tx, upload, { wanted, title, before });
  const file = { ...original, title, slug, format, fileVersion, duplicateOf, updatedAt: now() };
  if (before) tx.assign(before, file);
  else addRow(tx, ArtworkRow, { ...NEW_ARTWORK, ...file, id: artworkId, sellerProfileId, createdAt: now() });
  await tx.flush();
  const [createdAt, placeAfter] = [now(), new Date(now().getTime() + PLACED_MS)];
  const info = { artworkId, fileVersion, sellerProfileId, format, widthPx, heightPx, sizeBytes, contentHash };
  saveArtworkFile(tx, { ...info, createdAt, placeAfter, takenKey: taken.original });
  addUsedBytes(tx, sellerProfileId, sizeBytes);
  if (factor !== null) rescalePlacements(tx, artworkId, factor, { min: SCALE_MIN, max: SCALE_MAX }, now());
  retainObjects(tx, [...Object.values(taken), ...Object.values(artworkKeys(upload))]);
  discardObjects(tx, [upload.key], stagingDueAt(upload.expiresAt, now()));
}

const NEW_ARTWORK = { description: null, tags: [] as string[], status: 'active' as const, version: 0 };

type SlugWish = { wanted: string | null; title: string; before: ArtworkRow | null };

/** The slug asked for, which must be free; else the one it has; else one made from the title. */
async function slugFor(tx: EntityManager, upload: ArtworkUpload, { wanted, title, before }: SlugWish): Promise<string> {
  if (wanted === null && before) return before.slug;
  const { sellerProfileId, artworkId } = upload;
  const base = wanted ?? slugFrom(title);
  const like = wanted ?? `${base.slice(0, LIKE_CHARACTERS)}%`;
  const rows = await tx.find(
    ArtworkRow,
    { sellerProfileId, slug: { $like: like }, id: { $ne: artworkId } },
    { fields: ['slug'] },
  );
  const taken = new Set(rows.map(({ slug }) => slug));
  if (wanted !== null && taken.has(wanted)) throw alreadyExists(`You have another artwork with the slug ${wanted}`);
  return firstFreeSlug(base, taken);
}

/** Room for an ending such as -12345 within the longest slug. */
const LIKE_CHARACTERS = 94;
