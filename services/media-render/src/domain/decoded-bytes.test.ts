import { describe, expect, it } from '@jest/globals';
import { compositionBytes, type Decoding, originalBytes } from './decoded-bytes.ts';

const MEGABYTE = 1024 * 1024;
const ORIGINAL: Decoding = {
  format: 'png',
  widthPx: 10_000,
  heightPx: 10_000,
  channels: 4,
  bytesPerChannel: 1,
  isProgressive: false,
  isTurned: false,
};

const megabytes = (what: Partial<Decoding> | null) =>
  Math.round(originalBytes(what && { ...ORIGINAL, ...what }) / MEGABYTE);

describe('an original of 100 megapixels', () => {
  it.each<[string, Partial<Decoding> | null, number]>([
    ['that streams', {}, 73],
    ['of 16 bits that streams', { bytesPerChannel: 2 }, 92],
    ['that lies on its side', { isTurned: true }, 435],
    ['as WebP', { format: 'webp' }, 435],
    ['as interlaced PNG of 16 bits', { isProgressive: true, bytesPerChannel: 2 }, 816],
    ['as progressive JPEG', { format: 'jpeg', isProgressive: true, channels: 3 }, 625],
    ['that nothing is known about', null, 816],
  ])('%s weighs what decoding holds, and the working copy', (_, what, bytes) => {
    expect(megabytes(what)).toBe(bytes);
  });

  it('weighs more than a small one', () => {
    expect(megabytes({ widthPx: 100, heightPx: 100, isProgressive: true })).toBe(0);
  });
});

describe('a picture', () => {
  const composition = { output: { width: 1_600, height: 1_600 }, working: null, layerPixels: null };

  it('weighs more when artwork and template have to be decoded first', () => {
    const alone = compositionBytes(composition);
    const withArtwork = compositionBytes({ ...composition, working: { width: 2_640, height: 1_980 } });
    const withAll = compositionBytes({
      ...composition,
      working: { width: 2_640, height: 1_980 },
      layerPixels: 16_000_000,
    });

    const sizes = [alone, withArtwork, withAll].map((bytes) => Math.round(bytes / MEGABYTE));
    expect(sizes).toEqual([27, 73, 210]);
  });
});
