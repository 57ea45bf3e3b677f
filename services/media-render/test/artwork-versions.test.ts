import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { anArtwork, aSeller, type Media, sampleImage, startMedia } from './media.ts';
import { BLUE, originals, png, RED, workingKeyOf } from './originals.ts';
import { aShirt, PLACED } from './shirt.ts';
import { sha256 } from './stored-bytes.ts';

type Seller = ReturnType<typeof aSeller>;

let media: Media;
let of: ReturnType<typeof originals>;
beforeAll(async () => {
  media = await startMedia({ SELLER_ORIGINAL_BYTES: '20000' });
  of = originals(media);
});
afterAll(async () => {
  of?.store[Symbol.dispose]();
  await media.stop();
});

describe('two files for the same version', () => {
  it.each(['image/png', 'image/jpeg'])(
    'at once (PNG and %s) are one version, and all of it is of one of them',
    async (contentType) => {
      const seller = aSeller();
      const { id: artworkId } = await anArtwork(media, seller, await png({ r: 1, g: 1, b: 1 }));
      const [red, blue] = [
        await png(RED),
        await sampleImage({ width: 60, height: 40 }, BLUE)
          .toFormat(contentType === 'image/png' ? 'png' : 'jpeg')
          .toBuffer(),
      ];
      const one = await of.uploaded(seller, red, { artworkId });
      const other = await of.uploaded(seller, blue, { artworkId, contentType });
      await using slugs = await of.lockSlugs(seller);
      const outcomes = Promise.allSettled([of.complete(seller, one), of.complete(seller, other)]);
      await slugs.awaited();
      await slugs.release();

      const [first, second] = await outcomes;
      const done = [first, second].flatMap((outcome) =>
        outcome.status === 'fulfilled' ? [outcome.value.artwork!] : [],
      );
      expect(done.length).toBeGreaterThan(0);
      for (const outcome of [first, second]) {
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ kind: 'conflict' });
      }
      const artwork = done[0]!;
      const isRed = artwork.contentHash === sha256(red);
      expect(artwork).toMatchObject({ version: 2, contentHash: sha256(isRed ? red : blue) });
      const key = `private/sellers/${seller.sellerProfileId}/artworks/${artworkId}/original/v2.${artwork.format === 'png' ? 'png' : 'jpg'}`;
      expect(sha256(await of.store.read(key))).toBe(artwork.contentHash);
      const seen = [
        await of.store.read(workingKeyOf(artwork.previewKey)),
        new Uint8Array(await (await media.seePublicly(artwork.previewKey)).arrayBuffer()),
      ];
      for (const bytes of seen) {
        const { dominant } = await sharp(bytes).stats();
        expect(isRed ? dominant.r : dominant.b).toBeGreaterThan(150);
      }
    },
  );
});

describe('a new version', () => {
  const placementOf = async (seller: Seller, artworkId: string) => {
    const { placements } = await media.artworks(seller).listPlacements({ artworkId, page: { skip: 0, limit: 1 } });
    return placements[0];
  };

  it.each([
    ['of the same shape', { width: 120, height: 80 }, 1],
    ['within 1 % of its shape', { width: 121, height: 80 }, 120 / 121],
    ['of another shape', { width: 120, height: 90 }, 2],
  ])('%s keeps the artwork as large where it lies, or the placement as it is', async (_what, size, scale) => {
    const seller = aSeller();
    const first = await anArtwork(media, seller, await png(RED));
    const { id: templateId } = await aShirt(media);
    await media.artworks(seller).putPlacement({ artworkId: first.id, templateId, ...PLACED, rotation: 30 });

    const bytes = await png(BLUE, size);
    const { artwork, created } = await of.complete(seller, await of.uploaded(seller, bytes, { artworkId: first.id }));

    expect([created, artwork!.version]).toEqual([false, 2]);
    const after = await placementOf(seller, first.id);
    expect(after).toMatchObject({ x: PLACED.x, y: PLACED.y, scale, rotation: 30 });
  });

  it('has its own files beside those of the older one', async () => {
    const seller = aSeller();
    const first = await anArtwork(media, seller, await png(RED));
    await of.complete(seller, await of.uploaded(seller, await png(BLUE), { artworkId: first.id }));

    const stored = (await of.storedUnder(first.id)).filter((key) => !key.includes('/uploads/'));
    expect(stored.map((key) => key.split('/').slice(-2).join('/'))).toEqual([
      'original/v1.png',
      'original/v2.png',
      'working/v1.png',
      'working/v2.png',
      'preview/v1.webp',
      'preview/v2.webp',
    ]);
    const { rows } = await of.query(
      'select file_version, content_hash from artwork_file where artwork_id = $1 order by 1',
      [first.id],
    );
    const copies = ['working/v1.png', 'preview/v1.webp'];
    const { rows: due } = await of.query(
      `select key from discarded_object where key like $1 and due_at between now() + interval '23 hours' and now() + interval '25 hours'`,
      [`%${first.id}/%`],
    );
    expect(due.map(({ key }: { key: string }) => key.split('/').slice(-2).join('/')).toSorted()).toEqual(
      copies.toSorted(),
    );
    expect(rows).toEqual([
      { file_version: 1, content_hash: sha256(await png(RED)) },
      { file_version: 2, content_hash: sha256(await png(BLUE)) },
    ]);
  });
});

describe('the same file', () => {
  it('uploaded again by its seller names the artwork that has it, also at the same instant; by another seller it does not', async () => {
    const [seller, other] = [aSeller(), aSeller()];
    const bytes = await png(RED);
    const uploads = [await of.uploaded(seller, bytes), await of.uploaded(seller, bytes)];

    const both = await Promise.all(uploads.map((one) => of.complete(seller, one)));
    const third = await anArtwork(media, seller, bytes);
    const others = await anArtwork(media, other, bytes);

    const [original] = both.map(({ artwork }) => artwork!).filter(({ duplicateOf }) => duplicateOf === undefined);
    const [copy] = both.map(({ artwork }) => artwork!).filter(({ duplicateOf }) => duplicateOf !== undefined);
    expect(copy!.duplicateOf).toBe(original!.id);
    expect([third.duplicateOf, others.duplicateOf]).toEqual([original!.id, undefined]);
  });
});

describe('the quota', () => {
  const noise = (parts: number) =>
    sharp({
      create: {
        width: parts,
        height: parts,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png({ compressionLevel: 0 })
      .toBuffer();

  it('is what all originals of a seller may take, to the byte, and is named in the error', async () => {
    const seller = aSeller();
    const first = await noise(60);
    await anArtwork(media, seller, first);
    const left = 20_000 - first.byteLength;

    const { sellerProfileId } = seller;
    const request = (sizeBytes: number, by = seller) =>
      media.artworks(by).presignArtwork({ sellerProfileId: by.sellerProfileId, contentType: 'image/png', sizeBytes });
    await expect(request(left + 1)).rejects.toMatchObject({
      kind: 'invalid',
      reason: 'quota_exceeded',
      message: expect.stringContaining('20000'),
      details: { members: { usedBytes: String(first.byteLength), openBytes: '0', limitBytes: '20000' } },
    });
    await request(left - 1);
    await expect(request(2)).rejects.toMatchObject({
      reason: 'quota_exceeded',
      message: expect.stringContaining('open uploads'),
      details: { members: { openBytes: String(left - 1) } },
    });
    await request(1);
    await request(20_000, aSeller());
    const { rows } = await of.query(
      'select original_bytes::int as bytes from seller_storage where seller_profile_id = $1',
      [sellerProfileId],
    );
    expect(rows).toEqual([{ bytes: first.byteLength }]);
  });

  it('is not promised twice to concurrent uploads', async () => {
    const seller = aSeller();
    const { sellerProfileId } = seller;
    const file = { sellerProfileId, contentType: 'image/png', sizeBytes: 11_000 };

    const outcomes = await Promise.allSettled([1, 2, 3].map(() => media.artworks(seller).presignArtwork(file)));

    const rejected = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(rejected).toMatchObject([{ reason: 'quota_exceeded' }, { reason: 'quota_exceeded' }]);
  });

  it('applies when an original is recorded too, to the byte', async () => {
    const seller = aSeller();
    const file = await noise(60);
    const [over, fitting] = [await of.uploaded(seller, file), await of.uploaded(seller, await png(RED))];
    const use = (bytes: number) =>
      of.query(
        `insert into seller_storage (seller_profile_id, original_bytes) values ($1, $2)
         on conflict (seller_profile_id) do update set original_bytes = excluded.original_bytes`,
        [seller.sellerProfileId, bytes],
      );
    await use(20_000 - file.byteLength + 1);

    await expect(of.complete(seller, over)).rejects.toMatchObject({ kind: 'invalid', reason: 'quota_exceeded' });
    await use(20_000 - (await png(RED)).byteLength);
    await of.complete(seller, fitting);

    const { rows } = await of.query('select id from artwork where seller_profile_id = $1', [seller.sellerProfileId]);
    expect(rows).toEqual([{ id: fitting.artworkId }]);
  });

  it('bounds how many uploads a seller has open', async () => {
    const seller = aSeller();
    const { sellerProfileId } = seller;
    const request = () =>
      media.artworks(seller).presignArtwork({ sellerProfileId, contentType: 'image/png', sizeBytes: 1 });
    await request();
    await of.query(
      `insert into upload (key, format, size_bytes, expires_at, created_at, artwork_id, seller_profile_id, file_version)
       select 'open/' || $1 || n, 'png', 1, now(), now(), gen_random_uuid(), $1::uuid, 1 from generate_series(1, 998) n`,
      [sellerProfileId],
    );
    await request();
    await expect(request()).rejects.toMatchObject({ kind: 'invalid', reason: 'limit_reached' });
  });
});

describe('a file that is rejected', () => {
  it.each([
    [
      'by its first bytes',
      async () => sampleImage({ width: 30, height: 30 }, BLUE).jpeg().toBuffer(),
      'format_mismatch',
      1,
    ],
    ['by its last', async () => (await png(RED)).subarray(0, -40), 'not_an_image', 1],
  ])('%s leaves nothing but the upload', async (_what, file, reason, left) => {
    const seller = aSeller();
    const upload = await of.uploaded(seller, Buffer.from(await file()));

    await expect(of.complete(seller, upload)).rejects.toMatchObject({ reason });

    await eventually(async () => expect(await of.storedUnder(upload.artworkId)).toHaveLength(left));
    const due = () => of.query('select from discarded_object where key like $1', [`%${upload.artworkId}%`]);
    await eventually(async () => expect((await due()).rowCount).toBe(0));
  });
});
