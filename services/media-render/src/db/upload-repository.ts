import { integer, type RowOf, uuid } from '@estampa/kit/postgres/columns';
import { selected, toRecord } from '@estampa/kit/postgres/rows';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { upload, type UploadRow } from './tables/upload.ts';

export type ArtworkUpload = RowOf<typeof ORIGINAL>;
type NewUpload = Pick<UploadRow, 'key' | 'format' | 'sizeBytes' | 'expiresAt' | 'createdAt'> & Partial<UploadRow>;
type OfProfile = { key: string; sellerProfileId: string; imageKind: string };

/** Presigned addresses that were never used do not count for ever. */
const UPLOADS_MAX = 20;

/** Files that were presigned. */
export const uploads = {
  /** The newest first. */
  findOfArtwork: (em: EntityManager, artworkId: string): Promise<ArtworkUpload[]> =>
    OF_ARTWORK.all(em, [artworkId, UPLOADS_MAX]),

  findOfProfile: (em: EntityManager, { key, sellerProfileId, imageKind }: OfProfile): Promise<UploadRow | undefined> =>
    OF_PROFILE.first(em, [key, sellerProfileId, imageKind]),

  findOfTemplate: (em: EntityManager, templateId: string, keys: readonly string[]): Promise<UploadRow[]> =>
    OF_TEMPLATE.all(em, [templateId, keys]),

  /** The newest of a template of each kind. Ids in keys are UUID v7: their order is that of presigning. */
  findLatest: (em: EntityManager, templateId: string, kinds: readonly string[]): Promise<UploadRow[]> =>
    LATEST.all(em, [templateId, kinds]),

  /** Those of originals that a seller may still make, and what was promised to them; those of yesterday are removed by a job. */
  findOpen: async (em: EntityManager, sellerProfileId: string): Promise<{ count: number; bytes: number }> =>
    (await OPEN.first(em, [sellerProfileId]))!,

  /** One that is expected, written with the commit. */
  insert: (tx: EntityManager, row: NewUpload): void => INSERT.onCommit(tx, [toRecord({ ...UNSET, ...row })]),

  /** That it is completed; true for the first who reports it. */
  saveCompleted: async (tx: EntityManager, key: string, now: Date): Promise<boolean> =>
    (await COMPLETE.first(tx, [key, now])) !== undefined,

  /** That some are completed, once; gives the keys that are still there. */
  async saveAllCompleted(tx: EntityManager, keys: readonly string[], now: Date): Promise<Set<string>> {
    const rows = await COMPLETE_ALL.all(tx, [keys.toSorted(), now]);
    return new Set(rows.map(({ key }) => key));
  },
};

const UNSET = {
  completedAt: null,
  artworkId: null,
  sellerProfileId: null,
  fileVersion: null,
  templateId: null,
  imageKind: null,
};

const { key: uploadKey } = upload.columns;

const ORIGINAL = { ...upload.columns, artworkId: uuid, sellerProfileId: uuid, fileVersion: integer };
const OF_ARTWORK = statement(
  `select ${selected(ORIGINAL, 'u')} from upload as u
   where u.artwork_id = $1 order by u.created_at desc, u.key desc limit $2`,
  ORIGINAL,
);
const OF_PROFILE = upload.select('u', 'where u.key = $1 and u.seller_profile_id = $2 and u.image_kind = $3');
const OF_TEMPLATE = upload.select('u', 'where u.template_id = $1 and u.key = any($2::text[])');
const LATEST = statement(
  `select distinct on (u.image_kind) ${selected(upload.columns, 'u')} from upload as u
   where u.template_id = $1 and u.image_kind = any($2::text[]) order by u.image_kind, u.created_at desc, u.key desc`,
  upload.columns,
);
const OPEN = statement(
  `select count(*)::int as count, coalesce(sum(size_bytes), 0)::bigint as bytes
   from upload where seller_profile_id = $1 and artwork_id is not null and completed_at is null`,
  { count: integer, bytes: integer },
);

const INSERT = statement(upload.insertRecord('$1'), {});
const COMPLETE = statement(
  'update upload set completed_at = $2 where key = $1 and completed_at is null returning key',
  { key: uploadKey },
);
const COMPLETE_ALL = statement(
  `with wanted as (select key from upload where key = any($1::text[]) order by key for update)
   update upload set completed_at = coalesce(completed_at, $2) where key in (select key from wanted) returning key`,
  { key: uploadKey },
);
