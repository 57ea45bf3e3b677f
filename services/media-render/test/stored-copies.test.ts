import { randomUUID } from 'node:crypto';
import { objectsOfImage } from '@estampa/kernel/image-sizes';
import { eventually } from '@estampa/testing/eventually';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anArtwork, aSeller, aTemplate, type Media, sampleImage, startSharedMedia } from './media.ts';
import { addPhoto, aPhoto, galleryOf, notifyOfProduct } from './photos.ts';
import { BASE, INK } from './shirt.ts';

const SIZE = { width: 900, height: 600 };
const PLACED = { x: 300, y: 200, scale: 2, rotation: 0 };
const NAMES = [
  ['webp', 900],
  ['webp', 400],
  ['avif', 400],
  ['webp', 800],
  ['avif', 800],
] as const;

let media: Media;
beforeAll(async () => {
  media = await startSharedMedia();
});
afterAll(() => media.stop());

const seller = aSeller();
const objectsOf = (imageKey: string) => objectsOfImage(imageKey.split('?')[0]!).map(({ key }) => key);

async function aRender(): Promise<string> {
  const artwork = await anArtwork(media, seller, await sampleImage({ width: 100, height: 100 }, INK).png().toBuffer());
  const template = await aTemplate(
    media,
    { base: await sampleImage(SIZE, BASE).png().toBuffer() },
    { printArea: { x: 300, y: 200, width: 200, height: 200 }, productTypeId: randomUUID() },
  );
  const requested = { artworkId: artwork.id, templateId: template.id, ...PLACED };
  return (await media.renders(seller).renderPlacement(requested)).render!.imageKey;
}

async function aPhotoOnShow() {
  const product = await notifyOfProduct(media, seller.sellerProfileId);
  const bytes = await aPhoto(SIZE.width, SIZE.height);
  const { id, imageKey } = await addPhoto(media, seller, product.id, { bytes });
  return { sellerProductId: product.id, imageId: id, imageKey };
}

describe('an image that is named', () => {
  it.each([
    ['render', aRender],
    ['photo', async () => (await aPhotoOnShow()).imageKey],
  ])('has all its copies in storage, to be cached for good: a %s', async (_what, make) => {
    const keys = objectsOf(await make());

    expect(keys).toHaveLength(NAMES.length);
    for (const [at, key] of keys.entries()) {
      const response = await media.seePublicly(key);
      const [format, width] = NAMES[at]!;
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe(`image/${format}`);
      expect(response.headers.get('cache-control')).toContain('immutable');
      const { info } = await sharp(await response.arrayBuffer())
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([width, Math.round((width * SIZE.height) / SIZE.width)]);
    }
  });

  it('takes its copies along when it goes', async () => {
    const { imageKey, ...photo } = await aPhotoOnShow();
    await galleryOf(media, seller).deleteProductImage(photo);

    await media.service.database.query('update discarded_object set due_at = now() where key = $1', [imageKey]);

    for (const key of objectsOf(imageKey)) {
      await eventually(async () => expect((await media.seePublicly(key)).status).toBe(404));
    }
  });
});
