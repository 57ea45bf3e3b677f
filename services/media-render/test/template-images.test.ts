import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { pngClaiming } from './giants.ts';
import {
  ADMIN,
  aSeller,
  completeLayer,
  type Media,
  sampleImage,
  presignLayer,
  startMedia,
  uploadLayer,
} from './media.ts';
import { noise } from './profile-images.ts';

const GREY = { r: 120, g: 120, b: 120 };
const MEGABYTE = 1024 * 1024;
const TYPES = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' } as const;
type Format = keyof typeof TYPES;

let media: Media;
beforeAll(async () => {
  media = await startMedia();
});
afterAll(() => media.stop());

const aTemplateId = () => `template-${randomUUID()}`;
const aPng = (width = 40, height = 30) => sampleImage({ width, height }, GREY).png().toBuffer();

describe('the address of an upload', () => {
  it('takes for 15 minutes the type and length that were published, and shows nothing to anybody', async () => {
    const bytes = await aPng();
    const upload = await presignLayer(media, aTemplateId(), 'mask', bytes.byteLength);
    const { searchParams } = new URL(upload.uploadUrl);
    const putAs = (contentType: string, body: Buffer) =>
      media.put({ ...upload, headers: { 'Content-Type': contentType } }, body);

    expect(upload.key).toMatch(/^private\/templates\/template-[0-9a-f-]{36}\/mask\/[0-9a-f-]{36}\.png$/);
    expect(searchParams.get('X-Amz-Expires')).toBe('900');
    expect(searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host');
    expect(await putAs('image/jpeg', bytes)).toBe(403);
    expect(await putAs('image/png', Buffer.concat([bytes, bytes]))).toBe(403);
    expect(await putAs('image/png', bytes)).toBe(200);
    expect((await media.seePublicly(upload.key)).status).toBe(403);
  });

  it.each([
    ['a kind that there is not', { kind: 'hologram' }, 'kind'],
    ['a format that is not taken', { contentType: 'image/gif' }, 'contentType'],
    ['nothing', { sizeBytes: 0 }, 'sizeBytes'],
    ['over 25 MB', { sizeBytes: 25 * MEGABYTE + 1 }, 'sizeBytes'],
  ])('is not given for %s', async (_name, wrong, path) => {
    const images = [{ kind: 'base', contentType: 'image/png', sizeBytes: 25 * MEGABYTE, ...wrong }];
    const presign = media.templateImages(ADMIN).presignTemplateImages({ templateId: aTemplateId(), images });

    await expect(presign).rejects.toMatchObject({
      reason: 'validation_failed',
      details: { fields: [expect.objectContaining({ path })] },
    });
  });

  it('is given for 25 MB, for admins only, and once for each kind', async () => {
    const image = { kind: 'base', contentType: 'image/png', sizeBytes: 25 * MEGABYTE };
    const presign = (images: object[], caller = ADMIN) =>
      media.templateImages(caller).presignTemplateImages({ templateId: aTemplateId(), images: images as never });

    expect((await presign([image, { ...image, kind: 'mask' }])).uploads).toHaveLength(2);
    await expect(presign([image, image])).rejects.toMatchObject({ reason: 'validation_failed' });
    await expect(presign([])).rejects.toMatchObject({ reason: 'validation_failed' });
    await expect(presign([image], aSeller())).rejects.toMatchObject({ kind: 'forbidden' });
  });
});

describe('a completed image', () => {
  it.each<Format>(['png', 'jpeg', 'webp'])('of %s is public, and nothing that is uploaded later is', async (format) => {
    const templateId = aTemplateId();
    const [bytes, others] = [await noise().toFormat(format).toBuffer(), await noise().toFormat(format).toBuffer()];
    const upload = await presignLayer(media, templateId, 'base', bytes.byteLength, TYPES[format]);
    await media.put(upload, bytes);

    const image = await completeLayer(media, templateId, 'base', upload.key);
    await media.put(upload, padded(others, bytes.byteLength));
    const again = await completeLayer(media, templateId, 'base', upload.key);

    expect(image).toEqual({ kind: 'base', key: upload.key.replace('private', 'public'), widthPx: 300, heightPx: 200 });
    expect(again).toEqual(image);
    const seen = await media.seePublicly(image.key);
    expect([seen.status, seen.headers.get('content-type')]).toEqual([200, TYPES[format]]);
    expect(seen.headers.get('cache-control')).toContain('immutable');
    expect(Buffer.from(await seen.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('is measured as it is seen, not as it lies in the file', async () => {
    const onItsSide = await sharp(await aPng(40, 30))
      .withMetadata({ orientation: 6 })
      .png()
      .toBuffer();

    expect(await uploadLayer(media, aTemplateId(), 'base', onItsSide)).toMatchObject({ widthPx: 30, heightPx: 40 });
  });

  it('may have 12,000 px a side and 100 megapixels, which are never in memory at once', async () => {
    const templateId = aTemplateId();
    await uploadLayer(media, templateId, 'preview', await aPng());
    const before = await peakBytes();
    const vast = await sharp({ create: { width: 12_000, height: 8_333, channels: 3, background: GREY } })
      .png({ compressionLevel: 1 })
      .toBuffer();

    const image = await uploadLayer(media, templateId, 'base', vast);

    expect(image).toMatchObject({ widthPx: 12_000, heightPx: 8_333 });
    expect((await peakBytes()) - before).toBeLessThan(150 * MEGABYTE);
  }, 60_000);
});

/** The same image in as many bytes: what comes after its end is not read. */
const padded = (bytes: Buffer, length: number): Buffer => Buffer.concat([bytes], length);

/** The most memory that the process ever had; 0 where the system does not say. */
async function peakBytes(): Promise<number> {
  const status = await readFile(`/proc/${media.service.process.pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}

describe('what is no intact image of the published format', () => {
  const cut = async (format: Format, share = 0.9) => {
    const whole = await noise().toFormat(format).toBuffer();
    return whole.subarray(0, Math.floor(whole.byteLength * share));
  };
  const damaged = async () => {
    const whole = Buffer.from(await noise().png().toBuffer());
    const middle = Math.floor(whole.byteLength / 2);
    return whole.fill(0xaa, middle, middle + 64);
  };

  it.each<[string, Format, string, () => Promise<Buffer>]>([
    ['text', 'png', 'not_an_image', async () => Buffer.from('no picture at all')],
    ['one byte', 'png', 'not_an_image', async () => Buffer.from('x')],
    [
      'SVG',
      'png',
      'not_an_image',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ['GIF', 'png', 'not_an_image', () => noise().gif().toBuffer()],
    ['a JPEG that is called PNG', 'png', 'format_mismatch', () => noise().jpeg().toBuffer()],
    ['a PNG that is called WebP', 'webp', 'format_mismatch', () => noise().png().toBuffer()],
    ['a PNG that is cut short', 'png', 'not_an_image', () => cut('png')],
    ['a PNG that is a header', 'png', 'not_an_image', () => cut('png', 0.01)],
    ['a JPEG that is cut short', 'jpeg', 'not_an_image', () => cut('jpeg')],
    ['a WebP that is cut short', 'webp', 'not_an_image', () => cut('webp')],
    ['a PNG with damage in its middle', 'png', 'not_an_image', damaged],
    ['a PNG that claims 144 megapixels', 'png', 'image_too_large', async () => pngClaiming(12_000, 12_000)],
    ['a line over 12,000 px long', 'png', 'image_too_large', () => aPng(12_001, 1)],
    ['a PNG that claims one row over 100 megapixels', 'png', 'image_too_large', async () => pngClaiming(12_000, 8_334)],
  ])('is rejected as %s, each time, and is shown to nobody', async (_name, format, reason, make) => {
    const templateId = aTemplateId();
    const bytes = await make();
    const upload = await presignLayer(media, templateId, 'shadow', bytes.byteLength, TYPES[format]);
    await media.put(upload, bytes);
    const rejection = { kind: 'invalid', reason, details: { members: { kind: 'shadow' } } };

    await expect(completeLayer(media, templateId, 'shadow', upload.key)).rejects.toMatchObject(rejection);
    await expect(completeLayer(media, templateId, 'shadow', upload.key)).rejects.toMatchObject(rejection);
    expect((await media.seePublicly(upload.key.replace('private', 'public'))).status).toBe(404);
  });

  it('can be sent anew to the same address', async () => {
    const templateId = aTemplateId();
    const bytes = await aPng();
    const upload = await presignLayer(media, templateId, 'base', bytes.byteLength);
    await media.put(upload, Buffer.alloc(bytes.byteLength));
    await expect(completeLayer(media, templateId, 'base', upload.key)).rejects.toMatchObject({
      reason: 'not_an_image',
    });

    await media.put(upload, bytes);

    expect(await completeLayer(media, templateId, 'base', upload.key)).toMatchObject({ widthPx: 40, heightPx: 30 });
  });
});
