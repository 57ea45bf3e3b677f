import { describe, expect, it } from 'vitest';
import { svgImage } from '@estampa/testing/svg-image';
import { type ArtworkPlan, planArtwork } from '../domain/composition-plan.ts';
import { withBleed } from '../domain/placement.ts';
import { intersection, type Size, times } from '../domain/geometry.ts';
import { drawArtwork } from './artwork-drawing.ts';
import { type ArtworkRaster, artworkRaster, halvedArtwork } from './artwork-raster.ts';
import { toRaster } from './raster.ts';

const CANVAS = { width: 400, height: 400 };

/** Discs, thin lines and a slope, on a transparent ground. */
const drawing = (width: number, height: number) =>
  svgImage(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 1000 1000" preserveAspectRatio="none">
        <defs><linearGradient id="slope"><stop stop-color="#103050"/><stop offset="1" stop-color="#f0d0a0"/></linearGradient></defs>
        <ellipse cx="500" cy="500" rx="480" ry="460" fill="url(#slope)"/><circle cx="420" cy="400" r="140" fill="#c02040"/>
        <path d="M100 620 L900 380 M150 300 L820 830" stroke="#fff" stroke-width="9"/></svg>`,
  );

const planned = ({ width, height }: Size, scale: number, rotation: number): ArtworkPlan =>
  planArtwork({
    artwork: { width, height },
    placement: { x: 200 - (width * scale) / 2, y: 200 - (height * scale) / 2, scale, rotation },
    inkArea: withBleed({ x: 0, y: 0, ...CANVAS }),
    sourceImage: CANVAS,
    output: CANVAS,
  })!;

async function drawn(sizes: ArtworkRaster[], plan: ArtworkPlan): Promise<Buffer> {
  const { region, rowAt } = (await drawArtwork(sizes, plan))!;
  const pixels = Buffer.alloc(CANVAS.width * CANVAS.height * 3);
  for (let y = region.y; y < region.y + region.height; y += 1) {
    pixels.set(rowAt({ x: region.x, y }, region.width).colour, (y * CANVAS.width + region.x) * 3);
  }
  return pixels;
}

/** The same part of the full artwork. */
function unhalved(plan: ArtworkPlan, whole: Size): ArtworkPlan {
  const { halvings, crop } = plan;
  return { ...plan, halvings: 0, crop: intersection(times(crop, 2 ** halvings), { x: 0, y: 0, ...whole })! };
}

describe('an artwork halved beforehand', () => {
  it('is as large as half of the one before, rounded up', async () => {
    const whole = artworkRaster(await toRaster(drawing(1_321, 990).ensureAlpha()));

    const sizes = await halvedArtwork(whole);

    const channels = { colour: { channels: 3 }, alpha: { channels: 1 } };
    expect(sizes[0]).toBe(whole);
    expect(sizes.slice(1)).toMatchObject([
      { width: 661, height: 495, ...channels },
      { width: 331, height: 248, ...channels },
      { width: 166, height: 124, ...channels },
    ]);
  });

  it.each([
    [1_200, 1_000, 0.3, 1, 0],
    [1_201, 1_001, 0.3, 1, 0],
    [1_200, 1_000, 0.25, 1, 31],
    [1_604, 1_204, 0.16, 2, 0],
    [2_640, 1_984, 0.08, 3, 90],
  ])('from %d x %d px at scale %d looks as made from the whole', async (width, height, scale, halvings, rotation) => {
    const sizes = await halvedArtwork(artworkRaster(await toRaster(drawing(width, height).ensureAlpha())));
    const plan = planned({ width, height }, scale, rotation);
    expect(plan.halvings).toBe(halvings);

    const [ours, fromAllFields] = [await drawn(sizes, plan), await drawn(sizes, unhalved(plan, { width, height }))];

    const differences = ours.map((level, at) => Math.abs(level - fromAllFields[at]!));
    expect(differences.reduce((sum, one) => sum + one, 0) / differences.length).toBeLessThan(0.5);
    expect(differences.filter((one) => one > 24).length / differences.length).toBeLessThan(0.005);
  });
});
