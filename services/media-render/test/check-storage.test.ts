import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { objectsOfImage } from '@estampa/kernel/image-sizes';
import { environmentOf, runOnce } from '@estampa/stack/processes/node-process';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anArtwork, aSeller, type Media, sampleImage, putLayer, startMedia } from './media.ts';
import { addPhoto, aPhoto, notifyOfProduct } from './photos.ts';
import { aShirt, INK, PLACED } from './shirt.ts';
import { storageOf } from './stored-bytes.ts';

let media: Media;
beforeAll(async () => {
  media = await startMedia();
});
afterAll(() => media.stop());

/** The real process, with the environment of the service beside it. */
async function check(...args: string[]) {
  const entry = 'services/media-render/src/check-storage.ts';
  const child = runOnce(entry, environmentOf('media-render', media.surroundings), args, media.surroundings);
  let output = '';
  child.stdout!.on('data', (data: Buffer) => (output += data.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  const lines = output
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const published = lines.filter(({ key }) => key !== undefined).map(({ msg, key }) => `${String(msg)} ${String(key)}`);
  return { code, published: published.toSorted(), summary: lines.at(-1) };
}

it('lists objects without records and records without objects, and nothing else', async () => {
  const seller = aSeller();
  const bytes = await sampleImage({ width: 100, height: 100 }, INK).png().toBuffer();
  const artwork = await anArtwork(media, seller, bytes);
  const { id: templateId } = await aShirt(media);
  await media.renders(seller).renderPlacement({ artworkId: artwork.id, templateId, ...PLACED });
  await putLayer(media, templateId, 'mask', bytes);
  const agreed = await check('--recent');
  const { database } = media.service;

  const stray = await putLayer(media, templateId, 'outline', bytes);
  await database.query('delete from upload where key = $1', [stray.key]);
  await database.query('insert into discarded_object (key, due_at) values ($1, now())', [artwork.previewKey]);
  await eventually(async () => expect((await media.seePublicly(artwork.previewKey)).status).toBe(404));
  await eventually(async () =>
    expect((await database.query('select from discarded_object where key = $1', [artwork.previewKey])).rowCount).toBe(
      0,
    ),
  );
  const parted = await check('--recent');
  const old = await check();

  expect(agreed).toMatchObject({ code: 0, published: [], summary: { findings: 0 } });
  expect(agreed.summary!.objects).toBeGreaterThan(6);
  expect(agreed.summary!.records).toBe(6);
  expect(parted).toMatchObject({
    code: 1,
    published: [`object without record ${stray.key}`, `record without object ${artwork.previewKey}`],
  });
  expect(old).toMatchObject({ code: 1, published: [`record without object ${artwork.previewKey}`] });
});

it('misses the original of an older version, from which sold items are printed', async () => {
  const seller = aSeller();
  const [first, second] = await Promise.all(
    [100, 90].map((side) => sampleImage({ width: side, height: side }, INK).png().toBuffer()),
  );
  const { id } = await anArtwork(media, seller, first!);
  const { upload } = await media.artworks(seller).presignArtwork({
    sellerProfileId: seller.sellerProfileId,
    artworkId: id,
    contentType: 'image/png',
    sizeBytes: second!.byteLength,
  });
  await media.put(upload!, second!);
  await media.artworks(seller).completeArtwork({ artworkId: id, key: upload!.key, title: 'A demo artwork' });
  const original = `private/sellers/${seller.sellerProfileId}/artworks/${id}/original/v1.png`;
  const { database } = media.service;
  expect((await check()).published).not.toContain(`record without object ${original}`);

  await database.query('insert into discarded_object (key, due_at) values ($1, now())', [original]);
  await eventually(async () =>
    expect((await database.query('select from discarded_object where key = $1', [original])).rowCount).toBe(0),
  );

  expect((await check()).published).toContain(`record without object ${original}`);
});

it('knows the copies of an image, and misses one that is not there', async () => {
  const seller = aSeller();
  const product = await notifyOfProduct(media, seller.sellerProfileId);
  const { imageKey } = await addPhoto(media, seller, product.id, { bytes: await aPhoto(900, 600) });
  const keys = objectsOfImage(imageKey).map(({ key }) => key);
  const ofPhoto = async () =>
    (await check('--recent')).published.filter((line) => line.includes(imageKey.replace('.webp', '')));
  const agreed = await ofPhoto();

  using store = storageOf(media);
  const stray = imageKey.replace('.webp', '-500.webp');
  await store.delete(keys[2]!);
  await store.put(stray, await aPhoto(), { contentType: 'image/webp', isPublic: true });

  expect([keys.length, agreed]).toEqual([5, []]);
  expect(await ofPhoto()).toEqual([`object without record ${stray}`, `record without object ${keys[2]}`]);
});

it('reads storage and records page by page', async () => {
  const keys = Array.from({ length: 450 }, () => `public/sellers/${randomUUID()}/avatar/${randomUUID()}.webp`);
  const { database } = media.service;
  await database.query(
    `insert into profile_image (key, seller_profile_id, fact_version, unnamed_until)
     select key, gen_random_uuid(), 1, now() from unnest($1::text[]) as key`,
    [keys],
  );

  const { published } = await check();

  expect(published.filter((line) => line.includes('/avatar/'))).toHaveLength(keys.length);
});
