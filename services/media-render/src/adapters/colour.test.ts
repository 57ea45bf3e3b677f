import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import {
  chromaticitiesChunk,
  cicpChunk,
  flatPng,
  gammaChunk,
  greyProfile,
  iccProfile,
  inSrgb,
  P3,
  pngChunk,
  SWAPPED,
  WIDE,
  withJpegProfile,
} from '../../test/coloured-files.ts';
import type { PrintPlan } from '../domain/print-plan.ts';
import { decodeLayers } from './layer-decoding.ts';
import { artworkImages } from './image-reader.ts';
import { printImage } from './print-image.ts';

/** Of 255: rounding to eight bits twice, and the tables of profiles. */
const TOLERANCE = 2;
/** Of lossy formats, and of alpha multiplied and divided again. */
const LOSSY = 4;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'estampa-colour-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const INKS = [
  [0.8, 0.3, 0.2],
  [0.2, 0.5, 0.4],
  [0.5, 0.5, 0.5],
  [1, 1, 1],
  [0, 0, 0],
];
const SRGB = { ...WIDE, green: [0.3, 0.6] } as const;
const percent = (colour: readonly number[]) => colour.map((level) => level * 255);
const greyed = (level: number, gamma: number) => inSrgb({ ...WIDE, gamma }, [level, level, level]);

/** What the working copy, the preview and the dominant colour of an original show. */
async function shownOf(file: Buffer) {
  const path = join(directory, 'file');
  await writeFile(path, file);
  const { working, preview, dominantColor } = await artworkImages(path);
  const { data, info } = await sharp(working).raw().toBuffer({ resolveWithObject: true });
  const pixel = [...data.subarray(0, info.channels)];
  const previewed = [...(await sharp(preview).removeAlpha().raw().toBuffer()).subarray(0, 3)];
  const dominant = [1, 3, 5].map((at) => Number.parseInt(dominantColor.slice(at, at + 2), 16));
  const hasProfile = [(await sharp(working).metadata()).hasProfile, (await sharp(preview).metadata()).hasProfile];
  return { colour: pixel.slice(0, 3), alpha: pixel[3], previewed, dominant, hasProfile, info };
}

const far = (seen: readonly number[], expected: readonly number[]) =>
  Math.max(...seen.map((level, at) => Math.abs(level - expected[at]!)));

describe.each([8, 16] as const)('a PNG of %d bits', (depth) => {
  it.each(INKS.map((ink) => [ink]))('of %j shows what its profile says, everywhere', async (ink) => {
    for (const [space, expected] of [
      [WIDE, inSrgb(WIDE, ink)],
      [SWAPPED, inSrgb(SWAPPED, ink)],
      [null, percent(ink)],
    ] as const) {
      const shown = await shownOf(flatPng({ depth, colour: ink, ...(space && { profile: iccProfile(space) }) }));
      expect(far(shown.colour, expected)).toBeLessThanOrEqual(TOLERANCE);
      expect(far(shown.previewed, expected)).toBeLessThanOrEqual(LOSSY);
      expect(far(shown.dominant, expected)).toBeLessThanOrEqual(TOLERANCE);
      expect(shown.hasProfile).toEqual([false, false]);
    }
  });

  it('with alpha retains both', async () => {
    const ink = INKS[0]!;
    const { colour, alpha } = await shownOf(flatPng({ depth, colour: [...ink, 0.5], profile: iccProfile(WIDE) }));
    expect(far(colour, inSrgb(WIDE, ink))).toBeLessThanOrEqual(LOSSY);
    expect(far([alpha!], [127.5])).toBeLessThanOrEqual(1);
  });

  it.each(INKS.map((ink) => [ink]))('of %j shows what its chunks say without a profile', async (ink) => {
    const wide = [gammaChunk(WIDE.gamma), chromaticitiesChunk(WIDE)];
    for (const [chunks, expected] of [
      [wide, inSrgb(WIDE, ink)],
      [[gammaChunk(1.8)], inSrgb({ ...SRGB, gamma: 1.8 }, ink)],
      [[gammaChunk(2.2)], percent(ink)],
      [[pngChunk('sRGB', Buffer.of(0)), ...wide], percent(ink)],
      [[...wide, cicpChunk(1, 13)], percent(ink)],
      [[cicpChunk(12, 4)], inSrgb(P3, ink)],
      // What cannot be shown is rejected when it is sent; files from before that are read as they were.
      [[cicpChunk(9, 16)], percent(ink)],
    ] as const) {
      const { colour } = await shownOf(flatPng({ depth, colour: ink, chunks }));
      expect(far(colour, expected)).toBeLessThanOrEqual(TOLERANCE);
    }
  });

  it('of grey shows what its gamma says', async () => {
    const { colour, alpha } = await shownOf(flatPng({ depth, colour: [0.3, 0.5], chunks: [gammaChunk(1)] }));
    expect(far(colour, greyed(0.3, 1))).toBeLessThanOrEqual(LOSSY);
    expect(far([alpha!], [127.5])).toBeLessThanOrEqual(1);
  });

  it.each([
    ['grey', [0.3], null, percent([0.3, 0.3, 0.3])],
    ['grey and alpha', [0.3, 0.5], null, percent([0.3, 0.3, 0.3])],
    ['grey with a profile', [0.3], 1, greyed(0.3, 1)],
    ['grey and alpha with a profile', [0.3, 0.5], 1, greyed(0.3, 1)],
    ['darker grey with a profile', [0.5], 2.8, greyed(0.5, 2.8)],
  ])('in %s', async (_what, colour, gamma, expected) => {
    const shown = await shownOf(flatPng({ depth, colour, ...(gamma && { profile: greyProfile(gamma) }) }));
    expect(far(shown.colour, expected)).toBeLessThanOrEqual(LOSSY);
    expect(far([shown.alpha!], percent([colour[1] ?? 1]))).toBeLessThanOrEqual(1);
  });
});

describe('a JPEG', () => {
  const size = { width: 30, height: 20 };
  const flat = (background: object) => sharp({ create: { ...size, channels: 3, background } });

  it('shows what its profile says', async () => {
    const jpeg = await flat({ r: 204, g: 77, b: 51 }).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
    const { colour } = await shownOf(withJpegProfile(jpeg, iccProfile(WIDE)));
    expect(far(colour, inSrgb(WIDE, [204 / 255, 77 / 255, 51 / 255]))).toBeLessThanOrEqual(LOSSY);
  });

  it('whose profile is broken shows its numbers as they are', async () => {
    const jpeg = await flat({ r: 204, g: 77, b: 51 }).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
    const { colour } = await shownOf(withJpegProfile(jpeg, Buffer.from('no profile at all')));
    expect(far(colour, [204, 77, 51])).toBeLessThanOrEqual(LOSSY);
  });

  // Inks have no exact colours without a profile: what is white, black and each ink alone is known well enough.
  it.each([
    ['paper', { r: 255, g: 255, b: 255 }, 6],
    ['a warm red', { r: 200, g: 60, b: 40 }, 30],
    ['black', { r: 0, g: 0, b: 0 }, 45],
  ])('in CMYK shows %s, with a profile and without', async (_what, ink, tolerance) => {
    const plain = await flat(ink).toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer();
    const profiled = await flat(ink).withIccProfile('cmyk').jpeg({ quality: 100 }).toBuffer();
    expect((await sharp(plain).metadata()).space).toBe('cmyk');
    for (const file of [plain, profiled]) {
      const { colour, alpha } = await shownOf(file);
      expect(far(colour, [ink.r, ink.g, ink.b])).toBeLessThanOrEqual(tolerance);
      expect(alpha ?? 255).toBe(255);
    }
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('of orientation %d lies as its camera says', async (orientation) => {
    const corner = await sharp({ create: { width: 10, height: 10, channels: 3, background: '#f00' } })
      .png()
      .toBuffer();
    const drawn = flat({ r: 0, g: 0, b: 255 }).composite([{ input: corner, top: 0, left: 0 }]);
    const { info, working } = await (async () => {
      const path = join(directory, `orientation-${orientation}`);
      await writeFile(path, await drawn.jpeg({ quality: 100 }).withMetadata({ orientation }).toBuffer());
      const images = await artworkImages(path);
      return { working: images.working, info: images.workingSize };
    })();
    const isTurned = orientation > 4;
    expect(info).toEqual(isTurned ? { width: 20, height: 30 } : size);
    const { data } = await sharp(working).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const isRed = (x: number, y: number) => data[(y * info.width + x) * 3]! > 128;
    const [right, bottom] = [info.width - 3, info.height - 3];
    // Where the first row and column of the file are seen (TIFF 6.0, tag 274).
    const corners = {
      1: [3, 3],
      2: [right, 3],
      3: [right, bottom],
      4: [3, bottom],
      5: [3, 3],
      6: [right, 3],
      7: [right, bottom],
      8: [3, bottom],
    };
    const [x, y] = corners[orientation as 1] as [number, number];
    expect(isRed(x, y)).toBe(true);
    expect([isRed(right, 3), isRed(3, bottom), isRed(right, bottom), isRed(3, 3)].filter(Boolean)).toHaveLength(1);
  });
});

describe('a print', () => {
  it.each([
    ['colours', [0.8, 0.3, 0.2], iccProfile(WIDE), inSrgb(WIDE, [0.8, 0.3, 0.2])],
    ['greys', [0.3], greyProfile(1), greyed(0.3, 1)],
    ['chunks', [0.8, 0.3, 0.2], null, inSrgb(WIDE, [0.8, 0.3, 0.2])],
  ] as const)('of 16-bit %s has the colours that its file says', async (_what, colour, profile, expected) => {
    const [path, to] = [join(directory, 'original'), join(directory, 'print.png')];
    const size = { width: 16, height: 12 };
    const reported = profile ? { profile } : { chunks: [gammaChunk(WIDE.gamma), chromaticitiesChunk(WIDE)] };
    await writeFile(path, flatPng({ depth: 16, colour, ...reported, ...size }));
    const crop = { x: 0, y: 0, ...size };
    const part = { crop, scaled: size, centre: { x: 8, y: 6 } };

    await printImage({
      path,
      to,
      plan: { canvas: size, rotation: 0 } as PrintPlan,
      part,
      widthMm: null,
      bleedMm: 0,
      format: 'png',
    });

    const pixels = await sharp(to).removeAlpha().raw().toBuffer();
    expect(far([...pixels.subarray(0, 3)], expected)).toBeLessThanOrEqual(LOSSY);
  });
});

describe('a layer of a template', () => {
  it.each([8, 16] as const)('of %d bits shows what its profile says, decoded at once or one by one', async (depth) => {
    const ink = INKS[0]!;
    const file = flatPng({ depth, colour: ink, profile: iccProfile(WIDE) });
    const output = { width: 8, height: 6 };
    const [atOnce, oneByOne] = [
      await decodeLayers({ base: file, shadow: file }, output),
      await decodeLayers({ base: file, shadow: file }, output, true),
    ];
    expect(far([...atOnce.base.pixels.subarray(0, 3)], inSrgb(WIDE, ink))).toBeLessThanOrEqual(TOLERANCE);
    expect([...oneByOne.base.pixels]).toEqual([...atOnce.base.pixels]);
    expect([...oneByOne.shadow!.pixels]).toEqual([...atOnce.shadow!.pixels]);
    expect([oneByOne.mask, oneByOne.highlight, oneByOne.outline]).toEqual([null, null, null]);
  });
});

describe('a mask', () => {
  it.each([8, 16] as const)('of %d bits covers by the brightness that its profile or gamma says', async (depth) => {
    const base = flatPng({ depth: 8, colour: [1] });
    for (const [gamma, reported] of [
      [1.8, { profile: greyProfile(1.8) }],
      [1, { profile: greyProfile(1) }],
      [1, { chunks: [gammaChunk(1)] }],
      [null, {}],
    ] as const) {
      const file = flatPng({ depth, colour: [0.3], ...reported });
      const { mask } = await decodeLayers({ base, mask: file }, { width: 8, height: 6 });
      const expected = gamma === null ? percent([0.3]) : greyed(0.3, gamma).slice(0, 1);
      expect([mask!.channels, far([...mask!.pixels.subarray(0, 1)], expected)]).toEqual([
        1,
        expect.toSatisfy((off: number) => off <= LOSSY),
      ]);
    }
  });
});
