import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DomainError } from '@estampa/kernel/errors';
import { eventually } from '@estampa/testing/eventually';
import { untilWaiting } from '@estampa/testing/lock-waiters';
import sharp from 'sharp';
import { PHOTOS_MAX } from '../src/domain/gallery.ts';
import { ADMIN, aSeller, type Media, startSharedMedia } from './media.ts';
import { addPhoto, aPhoto, galleryOf, inParts, photosOf, notifyOfProduct } from './photos.ts';

let media: Media;
beforeAll(async () => {
  media = await startSharedMedia();
});
afterAll(() => media.stop());

async function aProduct() {
  const seller = aSeller();
  const { id } = await notifyOfProduct(media, seller.sellerProfileId);
  return {
    seller,
    id,
    add: (photo = {}) => addPhoto(media, seller, id, photo),
    list: () => photosOf(media, seller, id),
  };
}
const rejection = (kind: string, reason: string) => expect.objectContaining({ kind, reason });

describe('a photo', () => {
  it('is shown as WebP of at most 2,000 px, upright and without metadata, cacheable for good', async () => {
    const { add } = await aProduct();
    const turned = await sharp({ create: { width: 3_000, height: 1_000, channels: 3, background: '#cc3322' } })
      .jpeg()
      .withExif({ IFD0: { Make: 'a camera' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const photo = await add({ bytes: turned, contentType: 'image/jpeg' });

    const seen = await media.seePublicly(photo.imageKey);
    const { format, width, height, exif, icc } = await sharp(Buffer.from(await seen.arrayBuffer())).metadata();
    expect({ format, width, height, exif, icc }).toEqual({ format: 'webp', width: 667, height: 2_000 });
    expect([seen.headers.get('content-type'), seen.headers.get('cache-control')]).toEqual([
      'image/webp',
      'public, max-age=31536000, immutable',
    ]);
  });

  it('takes the next place, with what is said of it', async () => {
    const { add, list, id } = await aProduct();
    const first = await add({ isPrimary: true, altText: '  Seen from behind ' });
    const second = await add({ contentType: 'application/octet-stream' });

    expect(first).toMatchObject({ sellerProductId: id, position: 0, isPrimary: true, altText: 'Seen from behind' });
    expect(second).toMatchObject({ position: 1, isPrimary: false, altText: undefined });
    expect(await list()).toEqual([first, second]);
  });

  it('can be added by an admin, and by no other user', async () => {
    const { id, seller } = await aProduct();

    expect(await addPhoto(media, ADMIN, id)).toMatchObject({ position: 0 });
    await expect(addPhoto(media, aSeller(), id)).rejects.toEqual(rejection('forbidden', 'forbidden'));
    await expect(photosOf(media, aSeller(), id)).rejects.toEqual(rejection('forbidden', 'forbidden'));
    await expect(addPhoto(media, seller, randomUUID())).rejects.toEqual(rejection('not_found', 'not_found'));
  });

  it.each<[string, () => Promise<Buffer>, string, string]>([
    ['text', async () => Buffer.from('<html>no photo</html>'), 'image/png', 'not_an_image'],
    ['nothing', async () => Buffer.alloc(0), 'image/png', 'not_an_image'],
    ['cut off', async () => (await noisy()).subarray(0, 2_000), 'image/png', 'not_an_image'],
    ['of another format', () => aPhoto(), 'image/jpeg', 'format_mismatch'],
    [
      'a GIF',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .gif()
          .toBuffer(),
      '',
      'not_an_image',
    ],
    ['too wide', () => aPhoto(12_001, 1), 'image/png', 'image_too_large'],
    ['a byte too long', async () => Buffer.alloc(10 * 1024 * 1024 + 1), 'image/png', 'file_too_large'],
  ])('that is %s is rejected', async (_what, bytes, contentType, reason) => {
    const { add, list } = await aProduct();

    await expect(add({ bytes: await bytes(), contentType })).rejects.toEqual(rejection('invalid', reason));
    expect(await list()).toEqual([]);
  });

  it('whose sender goes before its end leaves nothing', async () => {
    const { seller, id, list } = await aProduct();
    const bytes = await noisy();
    const half = async function* () {
      let parts = 0;
      for await (const part of inParts(bytes, { sellerProductId: id })) {
        if ((parts += 1) === 2) throw new DomainError('invalid', 'gone', 'The sender has gone');
        yield part;
      }
    };

    await expect(galleryOf(media, seller).addProductImage(half())).rejects.toEqual(rejection('invalid', 'gone'));
    expect(await list()).toEqual([]);
    expect((await discarded(`%${id}%`)).length).toBe(0);
  });

  it('is added once for an idempotency key, and another file under it is rejected', async () => {
    const { add, list } = await aProduct();
    const call = { idempotency: { key: randomUUID(), scope: 'a scope', bodyDigest: 'of the query' } };
    const [first, again] = [await add({ call }), await add({ call })];

    expect(again).toEqual(first);
    await expect(add({ call, bytes: await aPhoto(61) })).rejects.toEqual(
      rejection('mismatch', 'idempotency_key_reused'),
    );
    expect(await list()).toEqual([first]);
  });
});

describe('a gallery', () => {
  it(`takes ${PHOTOS_MAX} photos; of several that come at once for the last place, one`, async () => {
    const { add, list, id } = await aProduct();
    await fill(id, PHOTOS_MAX - 1);
    const outcomes = await whileGalleryLocked(id, 3, () => Promise.allSettled([add(), add(), add()]));

    const rejected = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.reason] : []));
    expect(rejected).toEqual(['limit_reached', 'limit_reached']);
    expect((await list()).map(({ position }) => position)).toEqual(places(PHOTOS_MAX));
    await expect(add()).rejects.toEqual(rejection('invalid', 'limit_reached'));
  });

  it('has places 0, 1, 2, ... after any concurrent changes', async () => {
    const { add, list, id, seller } = await aProduct();
    const before = await fill(id, 6);
    const gallery = galleryOf(media, seller);
    const take = (imageId: string) => gallery.deleteProductImage({ sellerProductId: id, imageId });
    const reorder = (imageIds: string[]) => gallery.reorderProductImages({ sellerProductId: id, imageIds });
    const outcomes = await whileGalleryLocked(id, 6, () =>
      Promise.allSettled([
        add(),
        take(before[1]!),
        reorder(before.toReversed()),
        add(),
        take(before[1]!),
        take(before[4]!),
      ]),
    );

    const photos = await list();
    expect(photos.map(({ position }) => position)).toEqual(places(6));
    expect(photos.map((photo) => photo.id)).not.toContain(before[1]);
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(1);
    await eventually(async () => {
      const published = (await media.service.events('media.v1')).findLast(({ key }) => key === `gallery:${id}`);
      expect(published?.value.images.map((image: { id: string }) => image.id)).toEqual(photos.map((photo) => photo.id));
    });
  });

  it('closes up behind a photo that goes, and the file goes too', async () => {
    const { add, list, id, seller } = await aProduct();
    const [first, second, third] = [await add(), await add(), await add()];
    await galleryOf(media, seller).deleteProductImage({ sellerProductId: id, imageId: second.id });

    expect((await list()).map((photo) => [photo.id, photo.position])).toEqual([
      [first.id, 0],
      [third.id, 1],
    ]);
    expect(await discarded(second.imageKey)).toEqual([second.imageKey]);
    await makeDue(second.imageKey);
    await eventually(async () => expect((await media.seePublicly(second.imageKey)).status).toBe(404));
    expect((await media.seePublicly(first.imageKey)).status).toBe(200);
    await expect(
      galleryOf(media, seller).deleteProductImage({ sellerProductId: id, imageId: second.id }),
    ).rejects.toEqual(rejection('not_found', 'not_found'));
  });

  it('is put into another order by exactly all its ids', async () => {
    const { add, id, seller } = await aProduct();
    const [first, second] = [await add(), await add()];
    const reorder = (imageIds: string[]) =>
      galleryOf(media, seller).reorderProductImages({ sellerProductId: id, imageIds });

    expect((await reorder([second.id, first.id])).images.map((image) => [image.id, image.position])).toEqual([
      [second.id, 0],
      [first.id, 1],
    ]);
    await expect(reorder([first.id])).rejects.toEqual(rejection('invalid', 'validation_failed'));
  });

  it('changes what is named of a photo; setting a second primary leaves the first', async () => {
    const { add, list, id, seller } = await aProduct();
    const [first, second] = [await add({ isPrimary: true, altText: 'one' }), await add({ altText: 'two' })];
    const update = (imageId: string, change: object, updateMask: string[]) =>
      galleryOf(media, seller).updateProductImage({ sellerProductId: id, imageId, updateMask, ...change });
    const { image } = await update(second.id, { isPrimary: true }, ['is_primary', 'alt_text']);

    expect(image).toEqual({ ...second, isPrimary: true, altText: undefined });
    expect(await list()).toEqual([first, image]);
    await expect(update(randomUUID(), { isPrimary: true }, ['is_primary'])).rejects.toEqual(
      rejection('not_found', 'not_found'),
    );
  });
});

const database = () => media.service.database;
const places = (count: number) => Array.from({ length: count }, (_, at) => at);
const noisy = () => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  return sharp({ create: { width: 200, height: 200, channels: 3, background: 'gray', noise } })
    .png()
    .toBuffer();
};

/** Rows of photos without files: only their places are compared. */
async function fill(sellerProductId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await database().query(
    `insert into product_image (id, seller_product_id, key, position, is_primary, created_at)
     select id::uuid, $1, 'public/nowhere/' || id, place - 1, false, now() from unnest($2::text[]) with ordinality as new (id, place)`,
    [sellerProductId, ids],
  );
  return ids;
}

async function discarded(pattern: string): Promise<string[]> {
  const { rows } = await database().query('select key from discarded_object where key like $1', [pattern]);
  return rows.map(({ key }) => key as string);
}
const makeDue = (key: string) =>
  database().query(`update discarded_object set due_at = now() - interval '1 minute' where key = $1`, [key]);

/** Locks the gallery until that many wait for it. */
async function whileGalleryLocked<T>(sellerProductId: string, waiting: number, start: () => Promise<T>): Promise<T> {
  const blocker = await database().connect();
  try {
    await blocker.query('begin');
    await blocker.query('select 1 from seller_product where id = $1 for update', [sellerProductId]);
    const outcome = start();
    await untilWaiting(database(), blocker, waiting);
    await blocker.query('commit');
    return await outcome;
  } finally {
    blocker.release();
  }
}
