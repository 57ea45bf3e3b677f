import { alreadyExists } from '@estampa/kernel/errors';
import { addRow } from '@estampa/kit/add-row';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { ArtworkRow } from '../db/artwork.entity.ts';
import { lockSlugs } from '../db/artwork-slugs.ts';
import { UploadRow } from '../db/upload.entity.ts';
import { firstFreeSlug, mustBeNextVersion, slugOf } from '../domain/artwork.ts';
import { announceArtwork } from '../messages/artwork.ts';

export type ArtworkUpload = UploadRow & { artworkId: string; sellerProfileId: string; fileVersion: number };

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

type Recorded = { artwork: ArtworkRow; created: boolean };

/** Inside the transaction: whoever comes second finds the upload completed and gets the artwork as it is. */
export async function recordArtwork(
  { em: tx, now }: Context,
  { key, artworkId: id, sellerProfileId }: ArtworkUpload,
  input: ReadOriginal & { title: string; slug: string | null },
): Promise<Recorded> {
  await lockSlugs(tx, sellerProfileId);
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true };
  const upload = (await tx.findOneOrFail(UploadRow, key, lock)) as ArtworkUpload;
  const before = await tx.findOne(ArtworkRow, id, lock);
  if (upload.completedAt && before) return { artwork: before, created: false };
  mustBeNextVersion(upload.fileVersion, before);

  const { title, slug: wanted, ...original } = input;
  const file = { ...original, title, format: upload.format, fileVersion: upload.fileVersion, updatedAt: now() };
  const slug = await slugFor(tx, upload, { wanted, title, before });
  const artwork = before
    ? tx.assign(before, { ...file, slug, version: before.version + 1 })
    : addRow(tx, ArtworkRow, {
        ...NEW_ARTWORK,
        ...file,
        id,
        slug,
        sellerProfileId: upload.sellerProfileId,
        createdAt: now(),
      });
  tx.assign(upload, { completedAt: now() });
  announceArtwork(tx, before ? 'artwork_version_added' : 'artwork_created', artwork);
  await tx.flush();
  return { artwork, created: before === null };
}

const NEW_ARTWORK = { description: null, tags: [] as string[], status: 'active' as const, version: 1 };

type SlugWish = { wanted: string | null; title: string; before: ArtworkRow | null };

/** The slug asked for, which must be free; else the one it has; else one made from the title. */
async function slugFor(tx: EntityManager, upload: ArtworkUpload, { wanted, title, before }: SlugWish): Promise<string> {
  if (wanted === null && before) return before.slug;
  const { sellerProfileId, artworkId } = upload;
  const base = wanted ?? slugOf(title);
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
