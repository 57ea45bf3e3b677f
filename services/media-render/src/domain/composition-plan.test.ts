import { describe, expect, it } from 'vitest';
import {
  outputSize,
  planArtwork,
  printWindow,
  RENDER_LONG_SIDE_MAX_PX,
  WORKING_SIDE_MAX_PX,
} from './composition-plan.ts';
import { BLEED_SHARE, fit, type Placement, withBleed } from './placement.ts';

const SOURCE_IMAGE = { width: 1_000, height: 800 };
const PRINT_AREA = { x: 200, y: 200, width: 400, height: 400 };

const plan = (
  artwork: { width: number; height: number },
  placement: Partial<Placement>,
  output = SOURCE_IMAGE,
  isBent = false,
) =>
  planArtwork({
    artwork,
    placement: { x: 200, y: 200, scale: 1, rotation: 0, ...placement },
    inkArea: withBleed(PRINT_AREA),
    sourceImage: SOURCE_IMAGE,
    output,
    isBent,
  });

describe('outputSize', () => {
  it.each([
    [{ width: 1_000, height: 800 }, 2_400, { width: 1_000, height: 800 }],
    [{ width: 2_400, height: 2_400 }, 2_400, { width: 2_400, height: 2_400 }],
    [{ width: 3_000, height: 4_800 }, 2_400, { width: 1_500, height: 2_400 }],
    [{ width: 12_000, height: 1 }, 1_600, { width: 1_600, height: 1 }],
  ])('of %j within %d px is %j', (sourceImage, longSideMaxPx, size) => {
    expect(outputSize(sourceImage, longSideMaxPx)).toEqual(size);
  });
});

describe('printWindow', () => {
  it('is the print area with its bleed, on the output', () => {
    expect(printWindow(withBleed(PRINT_AREA), SOURCE_IMAGE, { width: 500, height: 400 })).toEqual({
      x: 90,
      y: 90,
      width: 220,
      height: 220,
    });
    expect(printWindow({ ...PRINT_AREA, x: 5_000 }, SOURCE_IMAGE, SOURCE_IMAGE)).toBeNull();
  });
});

describe('a working copy', () => {
  it.each([0, 30, 45, 90])('has all pixels that anything that fits can show, turned by %d degrees', (rotation) => {
    const output = { width: RENDER_LONG_SIDE_MAX_PX, height: RENDER_LONG_SIDE_MAX_PX };
    const printArea = { x: 0, y: 0, ...output };
    const artwork = { width: 9_000, height: 6_000 };
    const centred = (scale: number) => {
      const [width, height] = [artwork.width * scale, artwork.height * scale];
      return { x: (output.width - width) / 2, y: (output.height - height) / 2, scale, rotation };
    };
    const scales = Array.from({ length: 400 }, (_, step) => 0.01 + step / 1_000);
    const largest = scales.findLast((scale) => fit(artwork, centred(scale), printArea).fits)!;

    expect(artwork.width * largest).toBeLessThanOrEqual(WORKING_SIDE_MAX_PX);
    expect(WORKING_SIDE_MAX_PX).toBe(Math.round(RENDER_LONG_SIDE_MAX_PX * (1 + 2 * BLEED_SHARE)));
  });
});

describe('planArtwork', () => {
  it('takes all of an artwork that can be seen', () => {
    expect(plan({ width: 400, height: 200 }, { x: 200, y: 250 })).toEqual({
      region: { x: 200, y: 250, width: 400, height: 200 },
      halvings: 0,
      crop: { x: 0, y: 0, width: 400, height: 200 },
      scaled: { width: 400, height: 200 },
      size: { width: 400, height: 200 },
      rotation: 0,
      centre: { x: 400, y: 350 },
    });
  });

  it('follows the output when that is smaller than the source image', () => {
    expect(plan({ width: 400, height: 200 }, { y: 250 }, { width: 500, height: 400 })).toMatchObject({
      region: { x: 100, y: 125, width: 200, height: 100 },
      scaled: { width: 200, height: 100 },
      centre: { x: 200, y: 175 },
    });
  });

  it.each([
    ['to the left', { x: -5_000 }],
    ['below', { y: 900 }],
    ['beside the bleed', { x: 621 }],
    ['out of reach', { x: 1e308, y: -1e308 }],
  ])('needs nothing of an artwork %s', (_, placement) => {
    expect(plan({ width: 400, height: 200 }, placement)).toBeNull();
  });

  it('cuts a huge artwork to what is seen before it is made larger', () => {
    const { crop, scaled, region } = plan({ width: 12_000, height: 8_000 }, { scale: 20, x: -100_000, y: -50_000 })!;

    expect(region).toEqual({ x: 180, y: 180, width: 440, height: 440 });
    expect(crop.width).toBeLessThanOrEqual(440 / 20 + 8);
    expect(scaled.width).toBeLessThanOrEqual(440 + 8 * 20);
  });

  it.each([0, 17, 45, 90, 133.7, 180, 270, 359.9])(
    'turned by %d degrees it makes few more pixels than are seen',
    (rotation) => {
      for (const scale of [0.01, 0.1, 1, 7, 20]) {
        const { crop, scaled, region } = plan(
          { width: 12_000, height: 8_000 },
          {
            scale,
            rotation,
            x: 400 - 6_000 * scale,
            y: 400 - 4_000 * scale,
          },
        )!;

        expect(region.x).toBeGreaterThanOrEqual(180);
        expect(region.width).toBeLessThanOrEqual(440);
        expect(crop.x).toBeGreaterThanOrEqual(0);
        expect(crop.x + crop.width).toBeLessThanOrEqual(12_000);
        expect(scaled.width * scaled.height).toBeLessThan(2.8 * (440 + 8 * Math.max(1, scale)) ** 2);
      }
    },
  );

  it('knows the size to the fraction of a pixel', () => {
    expect(plan({ width: 401, height: 203 }, { x: 200.3, scale: 0.5 })).toMatchObject({
      scaled: { width: 201, height: 102 },
      size: { width: 200.5, height: 101.5 },
    });
  });

  it('leaves at least one pixel of the smallest artwork', () => {
    expect(plan({ width: 3, height: 3 }, { scale: 0.01 })).toMatchObject({
      region: { width: 1, height: 1 },
      halvings: 3,
      crop: { x: 0, y: 0, width: 1, height: 1 },
      scaled: { width: 1, height: 1 },
    });
  });

  it.each([
    [1, 0],
    [0.34, 0],
    [0.33, 1],
    [0.17, 1],
    [0.16, 2],
    [0.01, 3],
  ])('at scale %d starts from an artwork halved %d times, to the same place', (scale, halvings) => {
    const artwork = { width: 900, height: 700 };
    const placement = { scale, x: 400 - 450 * scale, y: 400 - 350 * scale };

    const halved = plan(artwork, placement)!;

    const times = 2 ** halvings;
    expect(halved).toMatchObject({ halvings, centre: { x: expect.closeTo(400, 1), y: expect.closeTo(400, 1) } });
    expect(halved.crop.width).toBeLessThanOrEqual(Math.ceil(900 / times));
    expect(Math.abs(halved.scaled.width - halved.crop.width * times * scale)).toBeLessThanOrEqual(0.5);
  });

  it('starts from a more halved artwork where what is drawn is bent afterwards', () => {
    const artwork = { width: 900, height: 700 };
    const placement = { scale: 0.4, x: 220, y: 260 };

    const halvings = [false, true].map((isBent) => plan(artwork, placement, SOURCE_IMAGE, isBent)!.halvings);
    expect(halvings).toEqual([0, 1]);
  });

  it('finds the middle of the part that it cuts out, also when the artwork is turned', () => {
    const whole = { width: 1_000, height: 100 };
    const { crop, centre } = plan(whole, { x: -100, y: 300, rotation: 90 })!;

    expect(crop.x + crop.width / 2).toBeCloseTo(500 + (centre.y - 350), 6);
    expect(centre.x).toBeCloseTo(400 - (crop.y + crop.height / 2 - 50), 6);
  });
});
