import { FLAT_SURFACE, type Surface } from '@estampa/kernel/surface';
import type { Point } from '@estampa/kernel/warp';
import { describe, expect, it } from 'vitest';
import type { Rectangle } from './geometry.ts';
import { invert } from './inverse-map.ts';
import type { SurfaceLayout } from './surface-layout.ts';
import { compileSurface, NOWHERE, ORIGIN_PX, type Relief, type SurfaceMap, TILE_PX } from './surface-map.ts';

/** The output is half as large as the photo, and the canvas as large as the output. */
const FACTOR = 0.5;
const WINDOW = { x: 30, y: 20, width: 20, height: 18 };
const LAYOUT: SurfaceLayout = { canvas: { width: 100, height: 80 }, canvasWindow: WINDOW, window: WINDOW };
const PRINT_AREA = { x: 60, y: 40, width: 40, height: 36 };
const SCENE = {
  surface: FLAT_SURFACE,
  printArea: PRINT_AREA,
  inkArea: PRINT_AREA,
  sourceImage: { width: 200, height: 160 },
  output: { width: 100, height: 80 },
};

const placesOf =
  ({ places, steps, window }: SurfaceMap) =>
  (x: number, y: number) => {
    const at = (y * window.width + x) * 2;
    if (places[at] === NOWHERE) return null;
    return { x: places[at]! / steps - ORIGIN_PX, y: places[at + 1]! / steps - ORIGIN_PX };
  };

const cornersAt = (points: readonly [Point, Point, Point, Point]): Surface => ({
  ...FLAT_SURFACE,
  warp: { kind: 'perspective', corners: points },
});
/** The print area at another place and in another size, seen straight on. */
const laidAt = ({ x, y, width, height }: Rectangle): Surface =>
  cornersAt([
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ]);

describe('a surface that lies flat', () => {
  it('shows at each pixel the pixel of the canvas that lies there', () => {
    const map = compileSurface(SCENE, LAYOUT, null);
    const at = placesOf(map);

    expect(map).toMatchObject({ window: WINDOW, canvasWindow: WINDOW, isWarped: false, steps: 32 });
    expect([at(0, 0), at(19, 0), at(7, 11), at(19, 17)]).toEqual([
      { x: 0, y: 0 },
      { x: 19, y: 0 },
      { x: 7, y: 11 },
      { x: 19, y: 17 },
    ]);
  });

  it('has tiles that read what their pixels see, and a little around it, from the canvas alone', () => {
    const { tiles } = compileSurface(SCENE, LAYOUT, null);

    expect(tiles.columns).toBe(2);
    // 2 for the neighbours of a sample, and half a step each across and down.
    expect([...tiles.reads]).toEqual([-3, -3, 18, 18, 13, -3, 22, 18, -3, 13, 18, 20, 13, 13, 22, 20]);
    expect([...tiles.samples]).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
  });

  it('reads nothing beyond what is known around the canvas', () => {
    const canvasWindow = { x: 36, y: 24, width: 2, height: 3 };
    const { tiles, ...map } = compileSurface(SCENE, { ...LAYOUT, canvasWindow }, null);
    const at = placesOf({ tiles, ...map });

    expect([at(0, 0), at(15, 2), at(14, 2)]).toEqual([{ x: -6, y: -4 }, null, { x: 8, y: -2 }]);
    expect([...tiles.reads]).toEqual([-8, -7, 10, 11, 0, 0, -1, -1, 0, 0, -1, -1, 0, 0, -1, -1]);
  });

  it('knows places as exactly as fits', () => {
    const canvasWindow = { x: 0, y: 0, width: 2_000, height: 10 };
    const layout = { canvas: { width: 2_000, height: 1_600 }, canvasWindow, window: WINDOW };

    expect(compileSurface(SCENE, layout, null).steps).toBe(32);
    expect(compileSurface(SCENE, { ...layout, canvasWindow: { ...canvasWindow, width: 2_031 } }, null).steps).toBe(32);
    expect(compileSurface(SCENE, { ...layout, canvasWindow: { ...canvasWindow, width: 2_032 } }, null).steps).toBe(16);
  });

  it('takes more samples where the canvas is larger', () => {
    const canvas = { width: 500, height: 240 };
    const canvasWindow = { x: 150, y: 60, width: 100, height: 54 };
    const { tiles } = compileSurface(SCENE, { canvas, canvasWindow, window: WINDOW }, null);

    // 5 canvas pixels each way, as one scale counts for both axes; a sample stands for 1.8 of them.
    expect([...tiles.samples.subarray(0, 2)]).toEqual([3, 3]);
  });
});

describe('a print that is displaced', () => {
  const surface: Surface = { ...FLAT_SURFACE, displacement: { strengthPx: 5, blurPx: 0 } };
  const reliefOf = (levelAt: (x: number, y: number) => number): Relief => {
    const area = { x: WINDOW.x - 2, y: WINDOW.y - 1, width: WINDOW.width + 4, height: WINDOW.height + 3 };
    const levels = Uint8Array.from({ length: area.width * area.height }, (_none, at) =>
      levelAt(area.x + (at % area.width), area.y + Math.floor(at / area.width)),
    );
    return { area, levels };
  };
  const seenAt = (levelAt: (x: number, y: number) => number) =>
    placesOf(compileSurface({ ...SCENE, surface }, LAYOUT, reliefOf(levelAt)));

  it.each([
    ['not where the image is grey', 128, 0],
    ['to the upper left where it is white', 255, 2.5],
    ['to the lower right where it is black', 1, -2.5],
  ])('is moved %s', (_where, level, by) => {
    const at = seenAt(() => level);

    for (const [x, y] of [
      [0, 0],
      [9, 4],
      [19, 17],
    ] as const)
      expect(at(x, y)).toEqual({ x: x + by, y: y + by });
  });

  it('is moved by what the image says at each pixel', () => {
    const at = seenAt((x, y) => (x === 33 && y === 29 ? 255 : 128));

    expect([at(3, 9), at(4, 9), at(3, 8)]).toEqual([
      { x: 5.5, y: 11.5 },
      { x: 4, y: 9 },
      { x: 3, y: 8 },
    ]);
  });

  it('is moved by fractions of a pixel', () => {
    const by = (10 / 127) * 2.5;
    const place = seenAt(() => 138)(6, 6)!;

    expect(place.x).toBeCloseTo(6 + by, 1);
    expect(place.y).toBeCloseTo(6 + by, 1);
  });

  it('lies still where there is no image', () => {
    const { places } = compileSurface({ ...SCENE, surface }, LAYOUT, null);

    expect(places).toEqual(compileSurface(SCENE, LAYOUT, null).places);
  });
});

describe('a bent print', () => {
  /** As points of the flat print, in pixels of the photo. */
  const inverseOf = (surface: Surface, area: Rectangle, flatArea: Rectangle = PRINT_AREA) => {
    const { points } = invert({ warp: surface.warp, printArea: PRINT_AREA, flatArea, area, factor: FACTOR });
    return (x: number, y: number) => {
      const at = ((y - area.y) * area.width + x - area.x) * 2;
      return [points[at], points[at + 1]];
    };
  };
  const expectClose = (seen: readonly (number | undefined)[], expected: readonly number[]) => {
    for (const [axis, value] of expected.entries()) expect(seen[axis]).toBeCloseTo(value, 3);
  };

  it('shows at each pixel the point of the flat print that was laid there, and nothing beside it', () => {
    // Twice as wide and half as high as the print area, from 20 and 30 on; the output shows half of that.
    const at = inverseOf(laidAt({ x: 20, y: 30, width: 80, height: 18 }), { x: 8, y: 13, width: 50, height: 20 });

    for (const [x, y] of [
      [10, 15],
      [49, 15],
      [10, 23],
      [49, 23],
      [30, 20],
    ] as const) {
      expectClose(at(x, y), [60 + ((x + 0.5) * 2 - 20) / 2, 40 + ((y + 0.5) * 2 - 30) * 2]);
    }
    for (const [x, y] of [
      [9, 15],
      [50, 15],
      [10, 14],
      [10, 24],
    ] as const)
      expect(at(x, y)).toEqual([NaN, NaN]);
  });

  it('shows as much of the flat print as is wanted', () => {
    const at = inverseOf(laidAt(PRINT_AREA), WINDOW, { x: 70, y: 50, width: 8, height: 6 });

    expectClose(at(35, 25), [71, 51]);
    expectClose(at(38, 27), [77, 55]);
    for (const [x, y] of [
      [34, 25],
      [39, 25],
      [35, 24],
      [35, 28],
    ] as const)
      expect(at(x, y)).toEqual([NaN, NaN]);
  });

  it('is turned as its corners are, and does not show its back', () => {
    const { x, y, width, height } = { x: 60, y: 40, width: 36, height: 40 };
    const [a, b, c, d] = [
      { x, y },
      { x: x + width, y },
      { x: x + width, y: y + height },
      { x, y: y + height },
    ];
    // The upper edge of the print is on the right.
    const at = inverseOf(cornersAt([b, c, d, a]), { x: 30, y: 20, width: 18, height: 20 });

    expectClose(at(47, 20), [61, 41]);
    expectClose(at(30, 20), [61, 75]);
    expectClose(at(47, 39), [99, 41]);
    const back = inverseOf(cornersAt([b, a, d, c]), { x: 30, y: 20, width: 18, height: 20 });
    expect(back(40, 30)).toEqual([NaN, NaN]);
  });

  it('goes on outside of its ink area for a tenth, for what is moved from there', () => {
    const window = { x: 26, y: 17, width: 28, height: 24 };
    const map = compileSurface({ ...SCENE, surface: laidAt(PRINT_AREA) }, { ...LAYOUT, window }, null);
    const at = placesOf(map);

    expect(map.isWarped).toBe(true);
    expect([at(2, 1), at(1, 1), at(2, 0), at(25, 22), at(26, 22)]).toEqual([
      { x: -2, y: -2 },
      null,
      null,
      { x: 21, y: 19 },
      null,
    ]);
  });

  it('is read by the tiles that show it, and sampled as often as it is made smaller', () => {
    const window = { x: 0, y: 0, width: TILE_PX * 3, height: TILE_PX };
    const surface = laidAt({ x: 66, y: 8, width: 10, height: 18 });
    const { tiles } = compileSurface({ ...SCENE, surface }, { ...LAYOUT, window }, null);

    // A quarter as wide and half as high.
    expect([...tiles.samples]).toEqual([1, 1, 1, 1, 3, 2]);
    expect([...tiles.reads.subarray(0, 8)]).toEqual([0, 0, -1, -1, 0, 0, -1, -1]);
  });
});
