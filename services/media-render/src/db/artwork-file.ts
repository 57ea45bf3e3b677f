import { integer, nullable, oneOf, text, timestamp } from '@estampa/kit/postgres/columns';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ImageFormat } from '../domain/image.ts';
import { IMAGE_FORMATS } from '../domain/image.ts';

/** One version of an artwork's file, for as long as anybody may name it. */
export type ArtworkFile = {
  artworkId: string;
  fileVersion: number;
  sellerProfileId: string;
  format: ImageFormat;
  widthPx: number;
  heightPx: number;
  sizeBytes: number;
  contentHash: string;
};

/** A file that was taken in, and waits to be put where its version belongs. */
export type UnplacedFile = Pick<ArtworkFile, 'artworkId' | 'fileVersion' | 'sellerProfileId' | 'format'> & {
  takenKey: string;
};

const NEW_FILE = statement(
  `insert into artwork_file (artwork_id, file_version, seller_profile_id, format, width_px, height_px, size_bytes, content_hash,
     created_at, taken_key, place_after)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
  {},
);

type NewFile = ArtworkFile & { createdAt: Date; takenKey: string; placeAfter: Date };

export const saveArtworkFile = (tx: EntityManager, file: NewFile): void =>
  NEW_FILE.onCommit(tx, [
    file.artworkId,
    file.fileVersion,
    file.sellerProfileId,
    file.format,
    file.widthPx,
    file.heightPx,
    file.sizeBytes,
    file.contentHash,
    file.createdAt,
    file.takenKey,
    file.placeAfter,
  ]);

const USED_BYTES = statement('select original_bytes as bytes from seller_storage where seller_profile_id = $1', {
  bytes: integer,
});

/** What the seller's originals take in storage. */
export const usedBytes = async (em: EntityManager, sellerProfileId: string): Promise<number> =>
  (await USED_BYTES.first(em, [sellerProfileId]))?.bytes ?? 0;

const ADD_BYTES = statement(
  `insert into seller_storage as s (seller_profile_id, original_bytes) values ($1, $2)
   on conflict (seller_profile_id) do update set original_bytes = s.original_bytes + excluded.original_bytes`,
  {},
);

export const addUsedBytes = (tx: EntityManager, sellerProfileId: string, bytes: number): void =>
  ADD_BYTES.onCommit(tx, [sellerProfileId, bytes]);

const SAME_CONTENT = statement(
  `select artwork_id as id from artwork_file where seller_profile_id = $1 and content_hash = $2 and artwork_id <> $3
   order by created_at, artwork_id limit 1`,
  { id: text },
);

/** What a seller's next file must be compared with; its slugs must be locked, so that two at once see one another. */
export async function knownToSeller(
  tx: EntityManager,
  { sellerProfileId, contentHash, artworkId }: Pick<ArtworkFile, 'sellerProfileId' | 'contentHash' | 'artworkId'>,
): Promise<{ duplicateOf: string | null; usedBytes: number }> {
  const [[same], [used]] = await pipeline(
    tx,
    SAME_CONTENT.with(sellerProfileId, contentHash, artworkId),
    USED_BYTES.with(sellerProfileId),
  );
  return { duplicateOf: same?.id ?? null, usedBytes: used?.bytes ?? 0 };
}

const FORMATS = Object.keys(IMAGE_FORMATS) as ImageFormat[];
const UNPLACED = `artwork_id as "artworkId", file_version as "fileVersion", seller_profile_id as "sellerProfileId", format,
  taken_key as "takenKey"`;
const UNPLACED_COLUMNS = {
  artworkId: text,
  fileVersion: integer,
  sellerProfileId: text,
  format: oneOf(FORMATS),
  takenKey: text,
};

const FIND_UNPLACED = statement(
  `select ${UNPLACED} from artwork_file where artwork_id = $1 and file_version = $2 and taken_key is not null`,
  UNPLACED_COLUMNS,
);

export const findUnplaced = (
  em: EntityManager,
  artworkId: string,
  fileVersion: number,
): Promise<UnplacedFile | undefined> => FIND_UNPLACED.first(em, [artworkId, fileVersion]);

const CLAIM_UNPLACED = statement(
  `update artwork_file set place_after = $2 where (artwork_id, file_version) in (
     select artwork_id, file_version from artwork_file where place_after <= $1
     order by place_after limit $3 for update skip locked
   ) returning ${UNPLACED}`,
  UNPLACED_COLUMNS,
);

/** Nobody else takes these before `until`. */
export const claimUnplaced = (em: EntityManager, now: Date, until: Date, limit: number): Promise<UnplacedFile[]> =>
  CLAIM_UNPLACED.all(em, [now, until, limit]);

const PLACED = statement(
  `update artwork_file set taken_key = null, place_after = null
   where artwork_id = $1 and file_version = $2 and taken_key is not null returning artwork_id as id`,
  { id: text },
);

/** True for the first who says so. */
export const markPlaced = async (
  tx: EntityManager,
  { artworkId, fileVersion }: Pick<ArtworkFile, 'artworkId' | 'fileVersion'>,
): Promise<boolean> => (await PLACED.first(tx, [artworkId, fileVersion])) !== undefined;

const FILE = statement(
  `select artwork_id as "artworkId", file_version as "fileVersion", seller_profile_id as "sellerProfileId", format,
     width_px as "widthPx", height_px as "heightPx", size_bytes as "sizeBytes", content_hash as "contentHash",
     place_after as "placeAfter"
   from artwork_file where artwork_id = $1 and file_version = $2`,
  {
    artworkId: text,
    fileVersion: integer,
    sellerProfileId: text,
    format: oneOf(FORMATS),
    widthPx: integer,
    heightPx: integer,
    sizeBytes: integer,
    contentHash: text,
    placeAfter: nullable(timestamp),
  },
);

/** One version of an artwork's file, also an older one. */
export const findArtworkFile = (em: EntityManager, artworkId: string, fileVersion: number) =>
  FILE.first(em, [artworkId, fileVersion]);

const RESCALE = statement(
  `update placement set scale = least($4::float8, greatest($3::float8, scale * $2::float8)), updated_at = $5
   where artwork_id = $1`,
  {},
);

/** Lets an artwork stay as large as it was wherever it lies, as far as scales go. */
export const rescalePlacements = (
  tx: EntityManager,
  artworkId: string,
  factor: number,
  { min, max }: { min: number; max: number },
  now: Date,
): void => RESCALE.onCommit(tx, [artworkId, factor, min, max, now]);
