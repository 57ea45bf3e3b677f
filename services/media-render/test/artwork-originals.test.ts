import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PresignedUpload } from '@estampa/contracts/media/v1/presigned_upload';
import { eventually } from '@estampa/testing/eventually';
import { aSeller, type Media, startMedia } from './media.ts';
import { BLUE, originals, png, RED, workingKeyOf } from './originals.ts';
import { aShirt, PLACED } from './shirt.ts';
import { sha256 } from './stored-bytes.ts';

const RESTART_MS = 60_000;

let media: Media;
let of: ReturnType<typeof originals>;
beforeAll(async () => {
  media = await startMedia();
  of = originals(media);
});
afterAll(async () => {
  of?.store[Symbol.dispose]();
  await media.stop();
});

const keyIn = ({ uploadUrl }: PresignedUpload) => new URL(uploadUrl).pathname.split('/').slice(2).join('/');
describe('an original', () => {
  it('cannot be replaced through the address that it was uploaded to', async () => {
    const seller = aSeller();
    const [mine, other] = [await png(RED), await png(BLUE)];
    const presigned = await of.uploaded(seller, mine);
    const { artwork } = await of.complete(seller, presigned);

    const same = Buffer.concat([other, Buffer.alloc(Math.max(0, mine.length - other.length))]).subarray(0, mine.length);
    expect(await media.put(presigned.upload, same)).toBe(200);
    const again = await of.complete(seller, presigned);

    expect(sha256(await of.store.read(presigned.upload.key))).toBe(sha256(mine));
    expect(again).toEqual({ artwork, created: false });
    expect(artwork!.contentHash).toBe(sha256(mine));
  });

  it('is what was measured, also when another file arrives while it is read', async () => {
    const seller = aSeller();
    const [mine, other] = [await png(RED), await png(BLUE)];
    const size = Math.max(mine.length, other.length);
    const padded = [mine, other].map((bytes) => Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]));
    const presigned = await of.uploaded(seller, padded[0]!);
    await using slugs = await of.lockSlugs(seller);
    const completing = of.complete(seller, presigned);
    await slugs.awaited();

    expect(await media.put(presigned.upload, padded[1]!)).toBe(200);
    await slugs.release();

    const { artwork } = await completing;
    expect([artwork!.contentHash, artwork!.dominantColor]).toEqual([sha256(padded[0]!), '#C81414']);
    expect(sha256(await of.store.read(presigned.upload.key))).toBe(sha256(padded[0]!));
  });

  it('is private wherever it stands, and so is all that was made on the way', async () => {
    const seller = aSeller();
    const presigned = await of.uploaded(seller, await png(RED));
    const { artwork } = await of.complete(seller, presigned);

    const { rows } = await of.query('select key from discarded_object where key like $1', [`%${artwork!.id}%`]);
    const keys = rows.map(({ key }) => key as string);
    expect(keys).toEqual(expect.arrayContaining([keyIn(presigned.upload), expect.stringMatching(/preview\.webp$/)]));
    const hidden = [...keys, presigned.upload.key, workingKeyOf(artwork!.previewKey)];
    for (const key of hidden) {
      expect(key).toMatch(/^private\//);
      expect([key, (await media.seePublicly(key)).status]).toEqual([key, 403]);
    }
    const shown = await media.seePublicly(artwork!.previewKey);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(shown.headers.get('cache-control')).toContain('immutable');
  });

  it('leaves nothing but its three files when all is cleared', async () => {
    const seller = aSeller();
    const presigned = await of.uploaded(seller, await png(RED));
    const { artwork } = await of.complete(seller, presigned);

    const due = `update discarded_object set due_at = now() where key like $1`;
    await of.query(due, [`%${artwork!.id}%`]);

    const all = [presigned.upload.key, workingKeyOf(artwork!.previewKey), artwork!.previewKey];
    await eventually(async () => expect(await of.storedUnder(artwork!.id)).toEqual(all.toSorted()));
  });
});

/** Blocks once, right before the commit that says that a file has its place. */
const BLOCK_PLACING = `
  create or replace function block_placing() returns trigger language plpgsql as
  $$ begin perform pg_advisory_xact_lock(815); return new; end $$;
  create or replace trigger block_placing before update of taken_key on artwork_file
  for each row when (new.taken_key is null) execute function block_placing();`;

describe('an upload', () => {
  it('can be completed for half a day after its address has expired, and no longer', async () => {
    const seller = aSeller();
    const [late, tooLate] = [await of.uploaded(seller, await png(RED)), await of.uploaded(seller, await png(RED))];
    const expired = (artworkId: string, ago: string) =>
      of.query(`update upload set expires_at = now() - $2::interval where artwork_id = $1`, [artworkId, ago]);
    await expired(late.artworkId, '11 hours 59 minutes');
    await expired(tooLate.artworkId, '12 hours 1 minute');

    expect((await of.complete(seller, late)).created).toBe(true);
    await expect(of.complete(seller, tooLate)).rejects.toMatchObject({ kind: 'invalid', reason: 'upload_expired' });
  });

  it('requested twice under one key is the one that was used', async () => {
    const seller = aSeller();
    const first = await of.uploaded(seller, await png(RED));
    await of.complete(seller, first);
    const bytes = await png(BLUE);
    const used = await of.uploaded(seller, bytes, { artworkId: first.artworkId });
    const { sellerProfileId } = seller;
    const file = { sellerProfileId, contentType: 'image/png', sizeBytes: 9, artworkId: first.artworkId };
    const { upload: unused } = await media.artworks(seller).presignArtwork(file);

    const { artwork } = await of.complete(seller, used);

    expect(unused!.key).toBe(used.upload.key);
    expect(artwork).toMatchObject({ version: 2, contentHash: sha256(bytes) });
  });
});

describe('a crash', () => {
  const crash = async () => {
    await media.service.process.kill('SIGKILL');
    await media.service.process.restart();
  };

  it(
    'before the record leaves an upload that can be completed, and objects that go',
    async () => {
      const seller = aSeller();
      const bytes = await png(RED);
      const presigned = await of.uploaded(seller, bytes);
      await using slugs = await of.lockSlugs(seller);
      const lost = of.complete(seller, presigned).catch(() => 'lost');
      await slugs.awaited();
      await crash();
      expect(await lost).toBe('lost');
      await slugs.release();
      const left = (await of.storedUnder(presigned.artworkId)).filter((key) => key !== keyIn(presigned.upload));
      expect(left).toHaveLength(3);

      const { artwork, created } = await of.complete(seller, presigned);
      await of.query(`update discarded_object set due_at = now() where key like $1`, [`%${artwork!.id}%`]);

      expect([created, artwork!.contentHash]).toEqual([true, sha256(bytes)]);
      await eventually(async () => expect(await of.storedUnder(artwork!.id)).toHaveLength(3));
      expect((await of.storedUnder(artwork!.id)).filter((key) => left.includes(key))).toEqual([]);
    },
    RESTART_MS,
  );

  it(
    'after the record is made good: until the files get their place it is previewed from where it was taken in, and published once',
    async () => {
      const seller = aSeller();
      const bytes = await png(RED);
      const { id: templateId } = await aShirt(media);
      const presigned = await of.uploaded(seller, bytes);
      await of.query(BLOCK_PLACING, []);
      await using placing = await of.lock('select pg_advisory_lock(815)');
      const lost = of.complete(seller, presigned).catch(() => 'lost');
      await placing.awaited();
      const { artworkId } = presigned;
      await of.store.delete(presigned.upload.key.replace('original', 'working'));
      expect(await media.renders(seller).previewPlacement({ artworkId, templateId, ...PLACED })).toMatchObject({
        fits: true,
      });
      await media.service.process.kill('SIGKILL');
      expect(await lost).toBe('lost');
      await of.store.delete(presigned.upload.key);
      await of.query('drop trigger block_placing on artwork_file', []);
      await placing.release();

      await of.query('update artwork_file set place_after = now() where artwork_id = $1', [presigned.artworkId]);
      await media.service.process.restart();

      const published = async () =>
        (await media.service.events('media.v1')).filter(({ key }) => key === `artwork:${presigned.artworkId}`);
      await eventually(async () => expect((await published()).map(({ type }) => type)).toEqual(['artwork_created']));
      const { artwork } = await of.complete(seller, presigned);
      expect(sha256(await of.store.read(presigned.upload.key))).toBe(sha256(bytes));
      expect((await media.seePublicly(artwork!.previewKey)).status).toBe(200);
      expect(await published()).toHaveLength(1);
    },
    RESTART_MS,
  );
});
