import { describe, expect, it } from 'vitest';
import sharp, { type Sharp } from 'sharp';
import { HEADER_BYTES, imageHeader } from './image-header.ts';

const SIZE = { widthPx: 700, heightPx: 600 };
const NOISE = { type: 'gaussian' as const, mean: 128, sigma: 60 };
const noise = sharp({ create: { width: 700, height: 600, channels: 3, background: '#000', noise: NOISE } });

describe('the first bytes of a file say', () => {
  it.each<[string, Sharp, object]>([
    [
      'PNG',
      noise.clone().png(),
      { format: 'png', isProgressive: false, isTurned: false, bytesPerChannel: 1, channels: 3 },
    ],
    ['interlaced PNG', noise.clone().png({ progressive: true }), { format: 'png', isProgressive: true }],
    ['16-bit PNG', noise.clone().toColourspace('rgb16').png(), { format: 'png', bytesPerChannel: 2 }],
    ['JPEG', noise.clone().jpeg({ quality: 95 }), { format: 'jpeg', isProgressive: false, isTurned: false }],
    ['progressive JPEG', noise.clone().jpeg({ quality: 95, progressive: true }), { isProgressive: true }],
    ['WebP', noise.clone().webp({ quality: 95 }), { format: 'webp' }],
    ['lossless WebP', noise.clone().webp({ lossless: true, effort: 0 }), { format: 'webp' }],
    ['WebP with metadata', noise.clone().webp({ quality: 95 }).withMetadata({ orientation: 3 }), { format: 'webp' }],
  ])('how a %s has to be decoded', async (_, image, expected) => {
    const bytes = await image.toBuffer();
    expect(bytes.length).toBeGreaterThan(HEADER_BYTES);

    const known = await imageHeader(bytes.subarray(0, HEADER_BYTES));

    expect(known).toMatchObject({ ...SIZE, ...expected });
  });

  it('that it lies on its side', async () => {
    const bytes = await noise.clone().jpeg().withMetadata({ orientation: 6 }).toBuffer();

    expect(await imageHeader(bytes)).toMatchObject({ widthPx: 600, heightPx: 700, isTurned: true });
  });

  it.each([
    ['text', Buffer.from('not a picture at all, but long enough')],
    ['nothing', Buffer.alloc(0)],
    ['the name of WebP only', Buffer.from(`RIFF....WEBPALPH${' '.repeat(30)}`)],
  ])('nothing when they are %s', async (_, bytes) => {
    expect(await imageHeader(bytes)).toBeNull();
  });
});
