import { FLAT_SURFACE, type Surface } from '@estampa/kernel/surface';
import { locateOn, type Point, type Warp } from '@estampa/kernel/warp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { meanDeltaE, meanSsim } from './image-metrics.ts';
import { drawn } from './composition-scenes.ts';
import type { Raster } from './raster.ts';
import { ErrorTable } from './test-sheet.ts';
import {
  ARTWORKS,
  BASE,
  composeTrial,
  OUTPUT,
  PART,
  partOf,
  PRINT_AREA,
  SURFACES,
  traceTrials,
} from './surface-trials.ts';

const DELTA_E_MAX = 2;
const SSIM_MIN = 0.98;
const POSITION_ERROR_MAX_PX = 1;
const LEVELS_MAX = 1;
const NEUTRAL = 128;

type Levels = Float32Array;

const errors = new ErrorTable('mean ΔE00', 'SSIM', 'position, px');
afterAll(() => errors.write('surface-errors.md'));

describe.each(Object.entries(SURFACES))('a print on a surface like %s', (name, surface) => {
  it('shows a grid as an oracle that traces every point back, and every dot where it belongs', async () => {
    const grid = partOf(await composeTrial({ surface, artwork: ARTWORKS.grid! }));
    const dots = partOf(await composeTrial({ surface, artwork: ARTWORKS.dots! }));
    const [tracedGrid, tracedDots] = traceTrials({ surface }, [ARTWORKS.grid!, ARTWORKS.dots!]) as [Levels, Levels];

    const [deltaE, ssim] = [meanDeltaE(grid, tracedGrid), meanSsim(grid, tracedGrid, PART.width)];
    expect(deltaE).toBeLessThanOrEqual(DELTA_E_MAX);
    expect(ssim).toBeGreaterThanOrEqual(SSIM_MIN);
    expect(meanDeltaE(dots, tracedDots)).toBeLessThanOrEqual(DELTA_E_MAX);
    const [seen, expected] = [middlesOf(dots), middlesOf(tracedDots)];
    expect(expected.length).toBeGreaterThanOrEqual(DOTS_MIN);
    expect(seen.length).toBe(expected.length);
    const off = Math.max(
      ...expected.map(({ x, y }) => Math.min(...seen.map((dot) => Math.hypot(dot.x - x, dot.y - y)))),
    );
    expect(off).toBeLessThanOrEqual(POSITION_ERROR_MAX_PX);
    errors.add(`grid and dots, ${name}`, deltaE, ssim, off);
  });

  it('shows colours turned and enlarged as the oracle does', async () => {
    const placement = { rotation: 24, scale: 0.5, x: 150, y: 120 };
    const seen = partOf(await composeTrial({ surface, artwork: ARTWORKS.colours!, placement }));
    const traced = traceTrials({ surface, placement }, [ARTWORKS.colours!])[0]!;

    const [deltaE, ssim] = [meanDeltaE(seen, traced), meanSsim(seen, traced, PART.width)];
    expect(deltaE).toBeLessThanOrEqual(DELTA_E_MAX);
    expect(ssim).toBeGreaterThanOrEqual(SSIM_MIN);
    errors.add(`colours, turned, ${name}`, deltaE, ssim);
  });
});

// The oracle takes as long as all else, so on one surface alone.
it('an artwork that is halved beforehand is shown on a mesh with folds as the oracle shows it', async () => {
  const trial = {
    surface: SURFACES['mesh with folds']!,
    artwork: ARTWORKS.colours!,
    placement: { rotation: 0, scale: 0.2, x: 170, y: 150 },
  };
  const [seen, traced] = [partOf(await composeTrial(trial)), traceTrials(trial, [trial.artwork])[0]!];

  const [deltaE, ssim] = [meanDeltaE(seen, traced), meanSsim(seen, traced, PART.width)];
  expect(deltaE).toBeLessThanOrEqual(DELTA_E_MAX);
  expect(ssim).toBeGreaterThanOrEqual(SSIM_MIN);
  errors.add('colours, halved, mesh with folds', deltaE, ssim);
});

/** Of the artwork `dots`, on all surfaces; some may touch the horizon of a cylinder. */
const DOTS_MIN = 24;
const DARK = 120;

/** The middle of every dark spot, weighed by its darkness. */
function middlesOf(levels: ArrayLike<number>): Point[] {
  const seen = new Set<number>();
  const isDark = (pixel: number) => levels[pixel * 3 + 1]! < DARK;
  return Array.from({ length: levels.length / 3 }, (_, pixel) => pixel).flatMap((pixel) => {
    if (!isDark(pixel) || seen.has(pixel)) return [];
    const spot = [pixel];
    seen.add(pixel);
    for (let at = 0; at < spot.length; at += 1) {
      for (const step of [1, -1, PART.width, -PART.width]) {
        const next = spot[at]! + step;
        if (seen.has(next) || !isDark(next)) continue;
        seen.add(next);
        spot.push(next);
      }
    }
    const weights = spot.map((at) => 255 - levels[at * 3 + 1]!);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const mean = (place: (at: number) => number) =>
      spot.reduce((sum, at, index) => sum + place(at) * weights[index]!, 0) / total;
    return [{ x: mean((at) => at % PART.width), y: mean((at) => Math.floor(at / PART.width)) }];
  });
}

describe('a bent print', () => {
  const surface = SURFACES['mesh with folds']!;
  const isLeft = (x: number) => x < 0.5;

  it('ends with the mask', async () => {
    const mask = (x: number) => [0, 0, 0, isLeft(x) ? 255 : 0] as const;
    const [seen, unmasked] = await Promise.all([
      composeTrial({ surface, artwork: ARTWORKS.grid!, mask }),
      composeTrial({ surface, artwork: ARTWORKS.grid! }),
    ]);

    const bare = drawn(OUTPUT, BASE);
    const levelsOf = (image: Raster, at: number) =>
      [0, 1, 2].map((channel) => image.pixels[at * image.channels + channel]);
    const wrong = Array.from({ length: OUTPUT.width * OUTPUT.height }, (_, at) => at).filter((at) => {
      const expected = levelsOf(isLeft((at % OUTPUT.width) / OUTPUT.width) ? unmasked : bare, at);
      return levelsOf(seen, at).some((level, channel) => level !== expected[channel]);
    });
    expect(wrong).toEqual([]);
  });
});

describe('a surface that changes nothing', () => {
  const flat: Point[] = [0, 1, 2].flatMap((row) =>
    [0, 1, 2, 3].map((column) => locateOn(null, PRINT_AREA)(column / 3, row / 2)!),
  );
  const [a, b, c, d] = [flat[0]!, flat[3]!, flat[11]!, flat[8]!];
  const PLACEMENTS = [{}, { rotation: 30 }, { x: 131.3, y: 99.6, scale: 0.61 }];
  const printed = (surface: Partial<Surface>): Promise<Raster[]> =>
    Promise.all(
      PLACEMENTS.map((placement) =>
        composeTrial({ surface, artwork: ARTWORKS.grid!, placement, moves: () => NEUTRAL }),
      ),
    );
  let bare: Raster[];
  beforeAll(async () => {
    bare = await printed({});
  });

  it.each<[string, Partial<Surface>]>([
    ['a perspective seen from the front', { warp: { kind: 'perspective', corners: [a, b, c, d] } }],
    ['an even mesh', { warp: { kind: 'mesh', columns: 4, rows: 3, points: flat } satisfies Warp }],
    ['a displacement by nothing', { displacement: { strengthPx: 0, blurPx: 3 } }],
    ['ink that covers', { ...FLAT_SURFACE }],
    ['a displacement image that is grey', { displacement: { strengthPx: 9, blurPx: 2 } }],
  ])('shows artworks as if it were not there: %s', async (_name, surface) => {
    for (const [at, seen] of (await printed(surface)).entries()) {
      const differences = seen.pixels.map((level, place) => Math.abs(level - bare[at]!.pixels[place]!));
      expect(differences.reduce((most, one) => Math.max(most, one), 0)).toBeLessThanOrEqual(LEVELS_MAX);
    }
  });
});
