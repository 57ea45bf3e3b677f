import { describe, expect, it } from 'vitest';
import sharp, { type Sharp } from 'sharp';
import type { Placement } from '../domain/placement.ts';
import { composeScene } from './composition-scenes.ts';
import { encodeWebp } from './encoding.ts';
import type { LayerFiles } from './layer-decoding.ts';
import { type Raster, toRaster } from './raster.ts';

const SIZE = { width: 200, height: 160 };
const PRINT_AREA = { x: 50, y: 40, width: 100, height: 80 };
/** Rounding of 8-bit channels in several steps. */
const TOLERANCE = 2;

type Colour = { r: number; g: number; b: number; alpha?: number };
const RED = { r: 220, g: 30, b: 60 };
const GROUND = { r: 200, g: 180, b: 160 };

const plain = (background: Colour, size = SIZE) =>
  sharp({ create: { ...size, channels: background.alpha === undefined ? 3 : 4, background } });
const png = (background: Colour, size = SIZE) => plain(background, size).png().toBuffer();

type Wanted = { files?: Partial<LayerFiles>; artwork?: Raster; placement?: Partial<Placement>; size?: typeof SIZE };

async function composed({ files = {}, artwork, placement = {}, size = SIZE }: Wanted): Promise<Raster> {
  return composeScene({
    files: { base: await png(GROUND), ...files },
    artwork: artwork ?? (await toRaster(plain(RED, { width: 50, height: 40 }).ensureAlpha())),
    placement: { x: 50, y: 40, scale: 2, rotation: 0, ...placement },
    printArea: PRINT_AREA,
    sourceImage: SIZE,
    output: size,
  });
}

function colourAt({ pixels, width, channels }: Raster, x: number, y: number): number[] {
  const at = (y * width + x) * channels;
  return [...pixels.subarray(at, at + channels), 255].slice(0, 4);
}

/** By how much the worst channel differs. */
function distance(raster: Raster, [x, y]: [number, number], { r, g, b, alpha = 255 }: Colour): number {
  const seen = colourAt(raster, x, y);
  return Math.max(...[r, g, b, alpha].map((channel, index) => Math.abs(seen[index]! - channel)));
}

const each = (colour: Colour, change: (channel: number) => number): Colour => ({
  r: change(colour.r),
  g: change(colour.g),
  b: change(colour.b),
});

describe('compose', () => {
  it('lays the artwork where it was placed and leaves the rest alone', async () => {
    const image = await composed({});

    expect(distance(image, [51, 41], RED)).toBeLessThanOrEqual(TOLERANCE);
    expect(distance(image, [148, 118], RED)).toBeLessThanOrEqual(TOLERANCE);
    expect(distance(image, [48, 60], GROUND)).toBeLessThanOrEqual(TOLERANCE);
    expect(distance(image, [152, 60], GROUND)).toBeLessThanOrEqual(TOLERANCE);
    expect(distance(image, [100, 38], GROUND)).toBeLessThanOrEqual(TOLERANCE);
    expect(distance(image, [100, 122], GROUND)).toBeLessThanOrEqual(TOLERANCE);
  });

  it('mixes a half transparent artwork with the base', async () => {
    const artwork = await toRaster(plain({ ...RED, alpha: 0.5 }, { width: 50, height: 40 }));

    const image = await composed({ artwork });

    const half = (over: number, under: number) => (over + under) / 2;
    expect(distance(image, [100, 80], { r: half(220, 200), g: half(30, 180), b: half(60, 160) })).toBeLessThanOrEqual(
      TOLERANCE,
    );
  });

  it.each([
    ['brightness', { r: 0, g: 0, b: 0 }, { r: 255, g: 255, b: 255 }],
    [
      'brightness, also beside an alpha channel that hides nothing,',
      { r: 0, g: 0, b: 0, alpha: 1 },
      { r: 255, g: 255, b: 255, alpha: 1 },
    ],
    ['alpha', { r: 0, g: 0, b: 0, alpha: 0 }, { r: 0, g: 0, b: 0, alpha: 1 }],
  ] as const)('clips by the %s of the mask, exactly at its edge', async (_, outside, inside) => {
    const hole = await png(inside, { width: 40, height: 160 });
    const mask = await plain(outside)
      .composite([{ input: hole, left: 80, top: 0 }])
      .png()
      .toBuffer();

    const image = await composed({ files: { mask } });

    expect(distance(image, [79, 80], GROUND)).toBeLessThanOrEqual(TOLERANCE);
    expect(distance(image, [80, 80], RED)).toBeLessThanOrEqual(TOLERANCE);
    expect(distance(image, [119, 80], RED)).toBeLessThanOrEqual(TOLERANCE);
    expect(distance(image, [120, 80], GROUND)).toBeLessThanOrEqual(TOLERANCE);
  });

  it('lets half a mask show half the artwork', async () => {
    const image = await composed({ files: { mask: await png({ r: 128, g: 128, b: 128 }) } });

    const share = 128 / 255;
    const mixed = (over: number, under: number) => over * share + under * (1 - share);
    expect(
      distance(image, [100, 80], { r: mixed(220, 200), g: mixed(30, 180), b: mixed(60, 160) }),
    ).toBeLessThanOrEqual(TOLERANCE);
  });

  it('shows nothing beyond the print area and its bleed', async () => {
    const image = await composed({ placement: { x: 0, y: 0, scale: 4 } });

    expect(distance(image, [45, 36], RED)).toBeLessThanOrEqual(TOLERANCE);
    expect(distance(image, [44, 80], GROUND)).toBeLessThanOrEqual(TOLERANCE);
    expect(distance(image, [154, 123], RED)).toBeLessThanOrEqual(TOLERANCE);
    expect(distance(image, [155, 80], GROUND)).toBeLessThanOrEqual(TOLERANCE);
    expect(distance(image, [100, 35], GROUND)).toBeLessThanOrEqual(TOLERANCE);
    expect(distance(image, [100, 124], GROUND)).toBeLessThanOrEqual(TOLERANCE);
  });

  it('multiplies the shadow and screens the highlight, in this order, over artwork and product', async () => {
    const [shadow, highlight] = [
      { r: 128, g: 128, b: 128 },
      { r: 60, g: 60, b: 60 },
    ];

    const image = await composed({ files: { shadow: await png(shadow), highlight: await png(highlight) } });

    const lit = (channel: number) => {
      const shaded = (channel * 128) / 255;
      return 255 - ((255 - shaded) * (255 - 60)) / 255;
    };
    expect(distance(image, [100, 80], each(RED, lit))).toBeLessThanOrEqual(TOLERANCE);
    expect(distance(image, [10, 10], each(GROUND, lit))).toBeLessThanOrEqual(TOLERANCE);
  });

  it.each([
    ['with one channel', 128 / 255, (grey: Sharp) => grey.toColourspace('b-w')],
    ['with transparency', 0.5 + 0.5 * (128 / 255), (grey: Sharp) => grey.ensureAlpha(0.5)],
  ] as const)('takes a shadow %s', async (_, factor, as) => {
    const shadow = await as(plain({ r: 128, g: 128, b: 128 }))
      .png()
      .toBuffer();

    const image = await composed({ files: { shadow } });

    expect(
      distance(
        image,
        [100, 80],
        each(RED, (channel) => channel * factor),
      ),
    ).toBeLessThanOrEqual(TOLERANCE);
  });

  it('draws the outline on top of all', async () => {
    const outline = await png({ r: 10, g: 20, b: 30, alpha: 1 });

    const image = await composed({ files: { outline, shadow: await png({ r: 0, g: 0, b: 0 }) } });

    expect(distance(image, [100, 80], { r: 10, g: 20, b: 30 })).toBeLessThanOrEqual(TOLERANCE);
  });

  it('scales layers of another size and composes smaller than the source image', async () => {
    const mask = await png({ r: 255, g: 255, b: 255 }, { width: 20, height: 16 });

    const image = await composed({ files: { mask }, size: { width: 100, height: 80 } });

    expect([image.width, image.height]).toEqual([100, 80]);
    expect(distance(image, [26, 21], RED)).toBeLessThanOrEqual(TOLERANCE);
    expect(distance(image, [73, 58], RED)).toBeLessThanOrEqual(TOLERANCE);
    expect(distance(image, [23, 40], GROUND)).toBeLessThanOrEqual(TOLERANCE);
  });

  it('leaves a transparent product transparent outside the artwork', async () => {
    const image = await composed({ files: { base: await png({ r: 0, g: 0, b: 0, alpha: 0 }) } });

    expect(distance(image, [100, 80], RED)).toBeLessThanOrEqual(TOLERANCE);
    expect(distance(image, [10, 10], { r: 0, g: 0, b: 0, alpha: 0 })).toBeLessThanOrEqual(TOLERANCE);
  });
});

describe('encoding', () => {
  const flat = (alpha: number) => toRaster(plain({ ...RED, alpha }));

  it.each([
    ['opaque', 1, false],
    ['half transparent', 0.5, true],
  ])('an image that is %s keeps only the channels it needs', async (_, alpha, hasAlpha) => {
    const image = await encodeWebp(await flat(alpha));

    expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', hasAlpha, ...SIZE });
  });
});
