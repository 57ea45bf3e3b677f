import { expect } from 'vitest';
import type { PresignedUpload } from '@estampa/contracts/media/v1/presigned_upload';
import { eventually } from '@estampa/testing/eventually';
import pg from 'pg';
import { type aSeller, type Media, sampleImage } from './media.ts';
import { storageOf } from './stored-bytes.ts';

export const RED = { r: 200, g: 20, b: 20 };
export const BLUE = { r: 20, g: 20, b: 200 };

type Seller = ReturnType<typeof aSeller>;
type Presigned = { artworkId: string; upload: PresignedUpload };
type More = { contentType?: string; artworkId?: string };

export const png = (colour: typeof RED, size = { width: 60, height: 40 }) => sampleImage(size, colour).png().toBuffer();

export const workingKeyOf = (previewKey: string) =>
  previewKey.replace('public', 'private').replace('preview', 'working').replace('webp', 'png');

const WAITING = 'select from pg_stat_activity where datname = current_database() and $1 = any(pg_blocking_pids(pid))';

/** Step by step what `anArtwork` does at once, and what storage and database contain of it. */
export function originals(media: Media) {
  const store = storageOf(media);
  const query = (sql: string, values: unknown[] = []) => media.service.database.query(sql, values);

  async function uploaded(seller: Seller, bytes: Buffer, more: More = {}): Promise<Presigned> {
    const { sellerProfileId } = seller;
    const file = { sellerProfileId, contentType: 'image/png', sizeBytes: bytes.byteLength, ...more };
    const { artworkId, upload } = await media.artworks(seller).presignArtwork(file);
    expect(await media.put(upload!, bytes)).toBe(200);
    return { artworkId, upload: upload! };
  }

  const complete = (seller: Seller, { artworkId, upload }: Presigned) =>
    media.artworks(seller).completeArtwork({ artworkId, key: upload.key, title: 'Work' }, { deadlineMs: 30_000 });

  const storedUnder = async (artworkId: string) => {
    const found: string[] = [];
    for await (const page of store.list())
      found.push(...page.map(({ key }) => key).filter((key) => key.includes(artworkId)));
    return found.toSorted();
  };

  /** A lock that the service waits for until it is released. */
  async function lock(sql: string) {
    const client = new pg.Client({ connectionString: media.surroundings.databaseUrls['media-render'] });
    await client.connect();
    await client.query(sql);
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const awaited = () =>
      eventually(async () => expect((await query(WAITING, [rows[0]!.pid])).rowCount).toBeGreaterThan(0));
    let isOpen = true;
    const release = async () => {
      if (isOpen) await client.end();
      isOpen = false;
    };
    const commit = () => client.query('commit');
    return { awaited, commit, release, [Symbol.asyncDispose]: release };
  }

  /** What every completion of the seller's waits for, right before its record. */
  const lockSlugs = ({ sellerProfileId }: Seller) =>
    lock(`select pg_advisory_lock(hashtextextended('${sellerProfileId}', 0))`);

  return { store, query, uploaded, complete, storedUnder, lock, lockSlugs };
}
