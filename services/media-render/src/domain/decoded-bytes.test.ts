import { describe, expect, it } from 'vitest';
import { areLayersOneByOne, compositionBytes, type Decoding, originalBytes, turnedBytes } from './decoded-bytes.ts';

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

describe('a print of 100 megapixels', () => {
  const part = { width: 10_000, height: 10_000 };

  it.each([
    ['that lies as it is', part, 0, 0],
    ['that is turned by a quarter', part, 90, 381],
    ['that is turned freely', part, 30, 381],
    ['on which nothing lies', null, 30, 0],
  ])('%s weighs what turning it holds', (_, lies, rotation, bytes) => {
    expect(Math.round(turnedBytes(lies, rotation) / MEGABYTE)).toBe(bytes);
  });
});

describe('an image', () => {
  const composition = { output: { width: 1_600, height: 1_600 }, working: null, layers: null };

  it('weighs more when artwork and template have to be decoded first', () => {
    const alone = compositionBytes(composition);
    const withArtwork = compositionBytes({ ...composition, working: { width: 2_640, height: 1_980 } });
    const withAll = compositionBytes({
      ...composition,
      working: { width: 2_640, height: 1_980 },
      layers: { layerPixels: 16_000_000, largestLayerPixels: 4_000_000 },
    });

    const sizes = [alone, withArtwork, withAll].map((bytes) => Math.round(bytes / MEGABYTE));
    expect(sizes).toEqual([27, 73, 210]);
  });

  it('weighs more when its print is bent or grained, or its product coloured', () => {
    const layers = { layerPixels: 1, largestLayerPixels: 1 };
    const weigh = (print: object) => compositionBytes({ ...composition, layers, ...print });
    const pixels = 1_600 * 1_600;

    expect(weigh({ isGrained: true }) - weigh({})).toBe(10 * pixels);
    expect(weigh({ isBent: true }) - weigh({})).toBe(33 * pixels);
    expect(weigh({ isColoured: true }) - weigh({})).toBe(20 * pixels);
  });

  it('weighs more with a mask of a further surface, which has to be decoded too', () => {
    const layers = { layerPixels: 1, largestLayerPixels: 1 };
    const weigh = (isMasked: boolean, decoded: typeof layers | null) =>
      compositionBytes({ ...composition, layers: decoded, others: [{ working: null, isBent: false, isMasked }] });

    expect(weigh(true, layers) - weigh(false, layers)).toBe(5 * 1_600 * 1_600);
    expect(weigh(true, null)).toBe(weigh(false, null));
  });

  it('weighs more as a proof, of which the largest artwork is taken to inks and back', () => {
    const [small, large] = [
      { width: 100, height: 100 },
      { width: 300, height: 200 },
    ];
    const more = (working: typeof small | null, ...others: (typeof small | null)[]) => {
      const print = { ...composition, working, others: others.map((one) => ({ working: one, isBent: false })) };
      return Math.round(compositionBytes({ ...print, isProof: true }) - compositionBytes(print));
    };

    expect([more(null), more(large), more(small, large), more(large, small), more(null, small)]).toEqual(
      [0, 60_000, 60_000, 60_000, 10_000].map((pixels) => 14 * pixels),
    );
  });

  it('counts no more than the largest layer where all at once are too many', () => {
    const weigh = (layerPixels: number, largestLayerPixels: number) =>
      compositionBytes({ ...composition, layers: { layerPixels, largestLayerPixels } });
    const most = 40 * MEGABYTE;

    expect([areLayersOneByOne({ layerPixels: most }), areLayersOneByOne({ layerPixels: most + 1 })]).toEqual([
      false,
      true,
    ]);
    expect(weigh(most, most / 4) - weigh(most + 1, most / 4)).toBe(4 * (most - most / 4));
    expect(weigh(500_000_000, 100_000_000) - weigh(500_000_000, 50_000_000)).toBe(200_000_000);
  });
});
