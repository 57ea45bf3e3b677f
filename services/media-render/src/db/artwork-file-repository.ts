import { selected, toRecord } from '@estampa/kit/postgres/rows';
import { integer, text } from '@estampa/kit/postgres/columns';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { artworkFile, type ArtworkFileRow } from './tables/artwork-file.ts';

/** A file that was taken in, and waits to be put where its version belongs. */
export type UnplacedFile = Pick<ArtworkFileRow, 'artworkId' | 'fileVersion' | 'sellerProfileId' | 'format'> & {
  takenKey: string;
};
type Known = { duplicateOf: string | null; usedBytes: number };

/** Every file that an artwork ever had, and what they take in storage. */
export const artworkFiles = {
  /** One version, also an older one. */
  find: (em: EntityManager, artworkId: string, fileVersion: number): Promise<ArtworkFileRow | undefined> =>
    BY_VERSION.first(em, [artworkId, fileVersion]),

  findUnplaced: (em: EntityManager, artworkId: string, fileVersion: number): Promise<UnplacedFile | undefined> =>
    UNPLACED_VERSION.first(em, [artworkId, fileVersion]),

  /** What the seller's originals take in storage. */
  findUsedBytes: async (em: EntityManager, sellerProfileId: string): Promise<number> =>
    (await USED_BYTES.first(em, [sellerProfileId]))?.bytes ?? 0,

  /** What a seller's next file must be compared with; its slugs must be locked, so that two at once see one another. */
  async findKnown(
    tx: EntityManager,
    { sellerProfileId, contentHash, artworkId }: Pick<ArtworkFileRow, 'sellerProfileId' | 'contentHash' | 'artworkId'>,
  ): Promise<Known> {
    const [[same], [used]] = await pipeline(
      tx,
      SAME_CONTENT.with(sellerProfileId, contentHash, artworkId),
      USED_BYTES.with(sellerProfileId),
    );
    return { duplicateOf: same?.id ?? null, usedBytes: used?.bytes ?? 0 };
  },

  /** No other replica takes these before `until`. */
  claimUnplaced: (em: EntityManager, now: Date, until: Date, limit: number): Promise<UnplacedFile[]> =>
    CLAIM_UNPLACED.all(em, [now, until, limit]),

  /** Written with the commit, as are the bytes that its seller uses. */
  insert(tx: EntityManager, row: ArtworkFileRow): void {
    INSERT.onCommit(tx, [toRecord(row)]);
    ADD_BYTES.onCommit(tx, [row.sellerProfileId, row.sizeBytes]);
  },

  /** That it has its place; true for the first who reports it. */
  savePlaced: async (
    tx: EntityManager,
    { artworkId, fileVersion }: Pick<ArtworkFileRow, 'artworkId' | 'fileVersion'>,
  ): Promise<boolean> => (await PLACED.first(tx, [artworkId, fileVersion])) !== undefined,
};

const { artworkId: id, fileVersion, sellerProfileId, format } = artworkFile.columns;
const UNPLACED = { artworkId: id, fileVersion, sellerProfileId, format, takenKey: text };

const BY_VERSION = artworkFile.select('f', 'where f.artwork_id = $1 and f.file_version = $2');
const UNPLACED_VERSION = statement(
  `select ${selected(UNPLACED, 'f')} from artwork_file as f
   where f.artwork_id = $1 and f.file_version = $2 and f.taken_key is not null`,
  UNPLACED,
);
const CLAIM_UNPLACED = statement(
  `update artwork_file as f set place_after = $2 where (artwork_id, file_version) in (
     select artwork_id, file_version from artwork_file where place_after <= $1
     order by place_after limit $3 for update skip locked
   ) returning ${selected(UNPLACED, 'f')}`,
  UNPLACED,
);
const PLACED = statement(
  `update artwork_file set taken_key = null, place_after = null
   where artwork_id = $1 and file_version = $2 and taken_key is not null returning artwork_id as id`,
  { id },
);
const SAME_CONTENT = statement(
  `select artwork_id as id from artwork_file where seller_profile_id = $1 and content_hash = $2 and artwork_id <> $3
   order by created_at, artwork_id limit 1`,
  { id },
);

const INSERT = statement(artworkFile.insertRecord('$1'), {});

const USED_BYTES = statement('select original_bytes as bytes from seller_storage where seller_profile_id = $1', {
  bytes: integer,
});
const ADD_BYTES = statement(
  `insert into seller_storage as s (seller_profile_id, original_bytes) values ($1, $2)
   on conflict (seller_profile_id) do update set original_bytes = s.original_bytes + excluded.original_bytes`,
  {},
);
