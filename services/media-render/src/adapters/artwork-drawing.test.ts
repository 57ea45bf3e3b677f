import { describe, expect, it } from 'vitest';
import { svgImage } from '@estampa/testing/svg-image';
import sharp from 'sharp';
import { planArtwork } from '../domain/composition-plan.ts';
import { withBleed } from '../domain/placement.ts';
import { turned } from '../domain/geometry.ts';
import type { Placement } from '../domain/placement.ts';
import { drawArtwork, type DrawnArtwork } from './artwork-drawing.ts';
import { artworkRaster, halvedArtwork } from './artwork-raster.ts';
import { type Raster, toRaster } from './raster.ts';

const CANVAS = { width: 300, height: 300 };
const QUADRANTS = [
  { colour: '#ff0000', left: 0, top: 0 },
  { colour: '#00ff00', left: 1, top: 0 },
  { colour: '#0000ff', left: 0, top: 1 },
  { colour: '#ffff00', left: 1, top: 1 },
];

/** Red and green above, blue and yellow below. */
const quadrants = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#000' } }).composite(
    QUADRANTS.map(({ colour, left, top }) => ({
      input: { create: { width: width / 2, height: height / 2, channels: 4 as const, background: colour } },
      left: (left * width) / 2,
      top: (top * height) / 2,
    })),
  );

async function drawn(source: Raster, placement: Placement) {
  const plan = planArtwork({
    artwork: source,
    placement,
    inkArea: withBleed({ x: 0, y: 0, ...CANVAS }),
    sourceImage: CANVAS,
    output: CANVAS,
  })!;
  const raster = straight((await drawArtwork(await halvedArtwork(artworkRaster(source)), plan))!);
  const at = (x: number, y: number) => [...pixelAt(raster, Math.floor(x), Math.floor(y))];
  return { raster, at };
}

/** As RGBA, the colours no longer multiplied by alpha. */
function straight({ region, rowAt }: DrawnArtwork): Raster {
  const pixels = Buffer.alloc(CANVAS.width * CANVAS.height * 4);
  for (let y = region.y; y < region.y + region.height; y += 1) {
    const { colour, alpha } = rowAt({ x: region.x, y }, region.width);
    for (let x = 0; x < region.width; x += 1) {
      const opacity = alpha ? alpha[x]! : 255;
      const channels = [...colour.subarray(x * 3, x * 3 + 3)].map((level) => Math.min(255, (level * 255) / opacity));
      pixels.set(opacity === 0 ? [0, 0, 0, 0] : [...channels, opacity], (y * CANVAS.width + region.x + x) * 4);
    }
  }
  return { ...CANVAS, channels: 4, pixels };
}

function pixelAt({ pixels, width, height }: Raster, x: number, y: number): Uint8Array {
  if (x < 0 || y < 0 || x >= width || y >= height) return Uint8Array.of(0, 0, 0, 0);
  return pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 4);
}

/** How much of the pixel lies between two places. */
const overlap = (pixel: number, from: number, to: number) =>
  Math.max(0, Math.min(pixel + 1, to) - Math.max(pixel, from));

/** An image by a rule for its points, from 0 to 1 both ways. */
function sampled(
  { width, height }: { width: number; height: number },
  rule: (x: number, y: number) => number[],
): Raster {
  const pixels = Buffer.alloc(width * height * 4);
  for (let at = 0; at < width * height; at += 1)
    pixels.set(rule(((at % width) + 0.5) / width, (Math.floor(at / width) + 0.5) / height), at * 4);
  return { width, height, channels: 4, pixels };
}

const RED = [255, 0, 0, 255];
const GREEN = [0, 255, 0, 255];
const BLUE = [0, 0, 255, 255];
const YELLOW = [255, 255, 0, 255];
const NOTHING = [0, 0, 0, 0];

const roughly = (colour: number[]) => colour.map((channel) => Math.round(channel / 8) * 8);

describe('drawArtwork', () => {
  it.each([0, 30, 45, 90, 137.5, 180, 225, 270, 359])(
    'rotates clockwise by %d degrees about the centre',
    async (rotation) => {
      const source = await toRaster(quadrants(120, 80));
      const { at } = await drawn(source, { x: 90, y: 110, scale: 1, rotation });

      const onCanvas = (x: number, y: number) => {
        const point = turned({ x: x - 60, y: y - 40 }, rotation);
        return at(150 + point.x, 150 + point.y);
      };
      expect([onCanvas(30, 20), onCanvas(90, 20), onCanvas(30, 60), onCanvas(90, 60)]).toEqual([
        RED,
        GREEN,
        BLUE,
        YELLOW,
      ]);
      const nearTheEdges = [onCanvas(3, 3), onCanvas(117, 3), onCanvas(3, 77), onCanvas(117, 77)];
      expect(nearTheEdges).toEqual([RED, GREEN, BLUE, YELLOW]);
      expect([onCanvas(-3, 20), onCanvas(123, 20), onCanvas(60, -3), onCanvas(60, 83)]).toEqual([
        NOTHING,
        NOTHING,
        NOTHING,
        NOTHING,
      ]);
    },
  );

  it('retains the size of what it rotates, to the fraction of a pixel', async () => {
    const source = await toRaster(quadrants(100, 100));
    for (const rotation of [10, 33, 61]) {
      const { raster } = await drawn(source, { x: 100.4, y: 99.7, scale: 1, rotation });

      const coverage = raster.pixels.reduce((sum, channel, index) => (index % 4 === 3 ? sum + channel / 255 : sum), 0);
      expect(Math.abs(coverage - 10_000)).toBeLessThan(40);
    }
  });

  /** Smooth, so that filters agree on what lies between two pixels: a plain formula gives what each pixel of the canvas shows. */
  const waves = (x: number, y: number) => [
    128 + 60 * Math.cos(x * 5 + y * 2),
    128 + 50 * Math.sin(x * 3 - y * 4),
    60 + 120 * x,
    255,
  ];

  it.each([
    [{ x: 100.5, y: 99.25, scale: 1, rotation: 0 }, 255],
    [{ x: 100.3, y: 80.8, scale: 0.503, rotation: 0 }, 255],
    [{ x: 40.45, y: 60.2, scale: 1.37, rotation: 0 }, 255],
    [{ x: 100.4, y: 99.7, scale: 0.91, rotation: 90 }, 255],
    [{ x: 90.6, y: 110.1, scale: 1, rotation: 180 }, 128],
    [{ x: 90.2, y: 120.9, scale: 0.77, rotation: 270 }, 128],
  ])('lays %j where it is, to the fraction of a pixel', async (placement, opacity) => {
    const size = { width: 120, height: 80 };
    const source = sampled(size, (x, y) => waves(x, y).with(3, opacity));

    const { raster } = await drawn(source, placement);

    const { scale, rotation } = placement;
    const [width, height] = [size.width * scale, size.height * scale];
    const middle = { x: placement.x + width / 2, y: placement.y + height / 2 };
    const box = rotation % 180 === 0 ? { width, height } : { width: height, height: width };
    let [far, farFromOpacity] = [0, 0];
    for (let y = 0; y < CANVAS.height; y += 1) {
      for (let x = 0; x < CANVAS.width; x += 1) {
        const covered =
          overlap(x, middle.x - box.width / 2, middle.x + box.width / 2) *
          overlap(y, middle.y - box.height / 2, middle.y + box.height / 2);
        const [red, green, blue, alpha] = pixelAt(raster, x, y);
        farFromOpacity = Math.max(farFromOpacity, Math.abs(alpha! - opacity * covered));
        if (covered < 0.5) continue;
        const at = turned({ x: x + 0.5 - middle.x, y: y + 0.5 - middle.y }, -rotation);
        const inside = (share: number) => Math.min(1, Math.max(0, share));
        const expected = waves(inside(at.x / width + 0.5), inside(at.y / height + 0.5));
        for (const [channel, level] of [red, green, blue].entries())
          far = Math.max(far, Math.abs(level! - expected[channel]!));
      }
    }
    // Edges next to pixel boundaries may be snapped to them.
    expect(farFromOpacity).toBeLessThanOrEqual(9);
    expect(far).toBeLessThanOrEqual(6);
  });

  it('leaves every pixel as it is that lies on one of the canvas', async () => {
    const source = sampled({ width: 50, height: 40 }, (x, y) => [x > 0.5 ? 255 : 0, y > 0.3 ? 255 : 0, 99, 255]);

    const { at } = await drawn(source, { x: 100, y: 120, scale: 1, rotation: 0 });

    for (let y = 0; y < 40; y += 1)
      for (let x = 0; x < 50; x += 1) expect(at(100 + x, 120 + y)).toEqual([...pixelAt(source, x, y)]);
  });

  it('leaves no dark seam around transparent edges', async () => {
    const dot = svgImage(
      '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><circle cx="200" cy="200" r="150" fill="#f00"/></svg>',
    );
    const source = await toRaster(dot.ensureAlpha());
    for (const rotation of [0, 27]) {
      const { raster } = await drawn(source, { x: 100, y: 100, scale: 0.25, rotation });

      const pixels = Array.from({ length: raster.pixels.length / 4 }, (_, index) => raster.pixels.subarray(index * 4));
      const dark = pixels.filter(([red, , , alpha]) => alpha! > 16 && red! < 235);
      expect(dark).toEqual([]);
    }
  });

  it('shows one pixel as a square when it is made 20 times larger', async () => {
    const source = await toRaster(quadrants(2, 2));
    const { at } = await drawn(source, { x: 100, y: 100, scale: 20, rotation: 0 });

    const seen = [at(103, 103), at(137, 103), at(103, 137), at(137, 137)];
    expect(seen.map(roughly)).toEqual([RED, GREEN, BLUE, YELLOW].map(roughly));
    expect([at(98, 110), at(142, 110)]).toEqual([NOTHING, NOTHING]);
  });
});
