import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { pngClaiming } from './giants.ts';
import { ADMIN, aSeller, type Media, sampleImage, startSharedMedia } from './media.ts';
import { noise, profileImages } from './profile-images.ts';

const ORANGE = { r: 240, g: 120, b: 30 };
const MEGABYTE = 1024 * 1024;

let media: Media;
let images: ReturnType<typeof profileImages>;
beforeAll(async () => {
  media = await startSharedMedia();
  images = profileImages(media);
});
afterAll(() => media.stop());

describe('an image of a seller', () => {
  it.each([
    ['avatar', 'image/png', 'png', { width: 512, height: 512 }],
    ['avatar', 'image/jpeg', 'jpg', { width: 512, height: 512 }],
    ['banner', 'image/webp', 'webp', { width: 1_600, height: 400 }],
  ] as const)('as %s of %s becomes a WebP of its size for all to see', async (type, contentType, ending, size) => {
    const seller = aSeller();
    const format = contentType.slice('image/'.length) as 'png' | 'jpeg' | 'webp';
    const bytes = await noise()
      .toFormat(format)
      .withExif({ IFD0: { Artist: 'somebody' } })
      .toBuffer();
    const upload = await images.uploaded(seller, bytes, { type, contentType });

    const { imageKey } = await images.complete(seller, upload.key, type);

    const folder = `sellers/${seller.sellerProfileId}/${type}`;
    expect(upload.key).toMatch(new RegExp(`^private/${folder}/[0-9a-f-]{36}[.]${ending}$`));
    expect(imageKey).toBe(upload.key.replace('private', 'public').replace(/[.]\w+$/, '.webp'));
    const seen = await media.seePublicly(imageKey);
    expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(seen.headers.get('cache-control')).toContain('immutable');
    const shown = await sharp(await seen.arrayBuffer()).metadata();
    expect(shown).toMatchObject({ format: 'webp', ...size });
    expect(shown.exif).toBeUndefined();
    expect((await media.seePublicly(upload.key)).status).toBe(403);
  });

  it('shows the middle of what it is cut from, upright and in full', async () => {
    const seller = aSeller();
    const left = await sampleImage({ width: 100, height: 100 }, { r: 0, g: 0, b: 255 }).png().toBuffer();
    const wide = await sampleImage({ width: 300, height: 100 }, ORANGE)
      .composite([
        { input: left, left: 0, top: 0 },
        { input: left, left: 200, top: 0 },
      ])
      .png()
      .toBuffer();
    // It lies on its side, as from a camera in portrait.
    const bytes = await sharp(wide).rotate(-90).withMetadata({ orientation: 6 }).png().toBuffer();
    const { key } = await images.uploaded(seller, bytes);

    const { imageKey } = await images.complete(seller, key);

    const { channels } = await sharp(await (await media.seePublicly(imageKey)).arrayBuffer()).stats();
    const means = channels.slice(0, 3).map(({ mean }) => Math.round(mean / 10) * 10);
    expect(means).toEqual([240, 120, 30]);
  });

  it('completed again, also at once, is the same image', async () => {
    const seller = aSeller();
    const { key } = await images.uploaded(seller, await noise().png().toBuffer());

    const responses = await Promise.all([images.complete(seller, key), images.complete(seller, key)]);
    const again = await images.complete(seller, key, 'avatar', { ...ADMIN, sellerProfileId: seller.sellerProfileId });

    expect(new Set([...responses, again].map(({ imageKey }) => imageKey)).size).toBe(1);
  });

  it('is known by its bytes, whatever it is called', async () => {
    const seller = aSeller();
    const { key } = await images.uploaded(seller, await noise().jpeg().toBuffer(), { contentType: 'image/png' });

    await expect(images.complete(seller, key)).rejects.toMatchObject({ kind: 'invalid', reason: 'format_mismatch' });
  });

  const cut = async (format: 'png' | 'jpeg' | 'webp') => {
    const whole = await noise().toFormat(format).toBuffer();
    return whole.subarray(0, Math.floor(whole.byteLength * 0.9));
  };

  it.each([
    ['text', 'image/png', 'not_an_image', () => Promise.resolve(Buffer.from('no picture at all'))],
    ['SVG', 'image/png', 'not_an_image', () => Promise.resolve(Buffer.from('<svg width="9" height="9"/>'))],
    ['a PNG that is cut short', 'image/png', 'not_an_image', () => cut('png')],
    ['a JPEG that is cut short', 'image/jpeg', 'not_an_image', () => cut('jpeg')],
    ['a WebP that is cut short', 'image/webp', 'not_an_image', () => cut('webp')],
    [
      'a tall PNG whose end is cut off',
      'image/png',
      'not_an_image',
      async () => (await noise(100, 2_000).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 590_000),
    ],
    ['a PNG that claims 144 megapixels', 'image/png', 'image_too_large', async () => pngClaiming(12_000, 12_000)],
    [
      'a line over 12,000 px long',
      'image/png',
      'image_too_large',
      () => sampleImage({ width: 12_001, height: 1 }, ORANGE).png().toBuffer(),
    ],
  ] as const)('is not made of %s', async (_name, contentType, reason, make) => {
    const seller = aSeller();
    const upload = await images.uploaded(seller, await make(), { contentType });

    await expect(images.complete(seller, upload.key)).rejects.toMatchObject({ kind: 'invalid', reason });
    await expect(images.complete(seller, upload.key)).rejects.toMatchObject({ kind: 'invalid', reason });
  });

  it.each([
    ['the longest line there may be', { width: 12_000, height: 1 }],
    ['a single pixel', { width: 1, height: 1 }],
  ])('is made of %s', async (_name, size) => {
    const seller = aSeller();
    const { key } = await images.uploaded(seller, await sampleImage(size, ORANGE).png().toBuffer());
    const { imageKey } = await images.complete(seller, key);

    expect(await sharp(await (await media.seePublicly(imageKey)).arrayBuffer()).metadata()).toMatchObject({
      width: 512,
      height: 512,
    });
  });

  it.each([
    ['a type that there is not', { type: 'cover' }, 'type'],
    ['a format that is not taken', { contentType: 'image/gif' }, 'contentType'],
    ['nothing', { sizeBytes: 0 }, 'sizeBytes'],
    ['over 10 MB', { sizeBytes: 10 * MEGABYTE + 1 }, 'sizeBytes'],
  ])('is not presigned as %s', async (_name, wrong, path) => {
    const seller = aSeller();
    const file = { sellerProfileId: seller.sellerProfileId, type: 'avatar', contentType: 'image/png', sizeBytes: 9 };

    await expect(media.profileImages(seller).presignProfileImage({ ...file, ...wrong })).rejects.toMatchObject({
      reason: 'validation_failed',
      details: { fields: [expect.objectContaining({ path })] },
    });
  });

  it('can have 10 MB', async () => {
    const upload = await images.presigned(aSeller(), Buffer.alloc(10 * MEGABYTE));

    expect(upload.headers).toEqual({ 'Content-Type': 'image/png' });
  });

  it('is of no other seller, of no other kind, and was presigned', async () => {
    const [seller, other] = [aSeller(), aSeller()];
    const bytes = await noise().png().toBuffer();
    const { key } = await images.uploaded(seller, bytes);
    const { key: ofOther } = await images.uploaded(other, bytes);

    await expect(images.complete(seller, key, 'avatar', other)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(images.complete(seller, ofOther)).rejects.toMatchObject({ reason: 'unknown_reference' });
    await expect(images.complete(seller, key, 'banner')).rejects.toMatchObject({ reason: 'unknown_reference' });
    await expect(images.complete(seller, 'private/sellers/x.png')).rejects.toMatchObject({
      reason: 'unknown_reference',
    });
    await expect(images.complete(seller, (await images.presigned(seller, bytes)).key)).rejects.toMatchObject({
      reason: 'file_not_found',
    });
  });
});
