import { FLAT_SURFACE, type Surface } from '@estampa/kernel/surface';
import { describe, expect, it } from 'vitest';
import type { Rectangle } from './geometry.ts';
import { isFlat, layOut, type SurfaceScene } from './surface-layout.ts';

const PRINT_AREA = { x: 400, y: 200, width: 640, height: 320 };
const SCENE: SurfaceScene = {
  surface: FLAT_SURFACE,
  printArea: PRINT_AREA,
  inkArea: PRINT_AREA,
  sourceImage: { width: 2_000, height: 1_200 },
  output: { width: 1_000, height: 600 },
};
const DISPLACED: Surface = { ...FLAT_SURFACE, displacement: { strengthPx: -11, blurPx: 0 } };
const laidAt = ({ x, y, width, height }: Rectangle): Surface => ({
  ...FLAT_SURFACE,
  warp: {
    kind: 'perspective',
    corners: [
      { x, y },
      { x: x + width, y },
      { x: x + width, y: y + height },
      { x, y: y + height },
    ],
  },
});

it.each<[string, Surface, boolean]>([
  ['as it is', FLAT_SURFACE, true],
  ['displaced', DISPLACED, false],
  ['bent', laidAt(PRINT_AREA), false],
])('a print that lies %s is flat: %s', (_how, surface, flat) => {
  expect(isFlat(surface)).toBe(flat);
});

describe('a print that is only displaced', () => {
  it('is drawn as it lies, and shows as far around as it is moved', () => {
    expect(layOut({ ...SCENE, surface: DISPLACED })).toEqual({
      canvas: SCENE.output,
      canvasWindow: { x: 200, y: 100, width: 320, height: 160 },
      window: { x: 194, y: 94, width: 332, height: 172 },
    });
  });

  it('shows on the photo alone', () => {
    const inkArea = { x: 0, y: 1_190, width: 2_000, height: 10 };

    expect(layOut({ ...SCENE, inkArea, surface: DISPLACED })?.window).toEqual({
      x: 0,
      y: 589,
      width: 1_000,
      height: 11,
    });
    expect(layOut({ ...SCENE, inkArea: { ...inkArea, y: 1_200 }, surface: DISPLACED })).toBeNull();
    expect(layOut({ ...SCENE, inkArea })?.window).toEqual({ x: 0, y: 595, width: 1_000, height: 5 });
  });
});

describe('a bent print', () => {
  it('is drawn a quarter finer than it is seen, and shows where it was laid, bulging a little', () => {
    const layout = layOut({ ...SCENE, surface: laidAt({ x: 800, y: 600, width: 640, height: 320 }) });

    expect(layout).toEqual({
      canvas: { width: 1_250, height: 750 },
      canvasWindow: { x: 250, y: 125, width: 400, height: 200 },
      // 320 pixels wide, of which two in a hundred and two more.
      window: { x: 391, y: 291, width: 338, height: 178 },
    });
  });

  it.each<[string, Rectangle, number]>([
    ['wider', { x: 100, y: 300, width: 768, height: 320 }, 1_500],
    ['higher', { x: 100, y: 300, width: 640, height: 400 }, 1_563],
    ['smaller', { x: 800, y: 600, width: 160, height: 80 }, 313],
  ])('is drawn as large as it is shown: %s', (_how, at, width) => {
    const layout = layOut({ ...SCENE, surface: laidAt(at) })!;

    expect(layout.canvas).toEqual({ width, height: Math.round(width * 0.6) });
  });

  it('is drawn no larger than half as much again as the output, whatever part of it is enlarged', () => {
    const { canvas, canvasWindow } = layOut({
      ...SCENE,
      surface: laidAt({ x: 0, y: 0, width: 6_400, height: 3_200 }),
    })!;

    expect(canvas.width / canvas.height).toBeCloseTo(2_000 / 1_200, 2);
    expect((canvasWindow.width * canvasWindow.height) / (1_000 * 600)).toBeCloseTo(1.5, 2);
  });

  it('is drawn no larger than the largest artwork', () => {
    const inkArea = { x: 400, y: 200, width: 640, height: 20 };
    const { canvasWindow } = layOut({
      ...SCENE,
      inkArea,
      surface: laidAt({ x: 0, y: 0, width: 64_000, height: 32_000 }),
    })!;

    expect(canvasWindow.width).toBe(2_639);
  });

  it('is displaced as well', () => {
    const surface = { ...laidAt({ x: 800, y: 600, width: 640, height: 320 }), displacement: DISPLACED.displacement };

    expect(layOut({ ...SCENE, surface })?.window).toEqual({ x: 386, y: 286, width: 348, height: 188 });
  });

  it.each<[string, Surface]>([
    ['beside the photo', laidAt({ x: 3_000, y: 200, width: 640, height: 320 })],
    [
      'behind the horizon',
      {
        ...FLAT_SURFACE,
        warp: {
          kind: 'cylinder',
          axis: { from: { x: 700, y: 200 }, to: { x: 700, y: 520 } },
          radiusPx: 100,
          angle: 90,
          rotation: 180,
          sagPx: 0,
        },
      },
    ],
  ])('is not drawn where it cannot be seen: %s', (_where, surface) => {
    expect(layOut({ ...SCENE, surface })).toBeNull();
  });

  it('is drawn as the nearest nine tenths of it are shown', () => {
    const seen = (corner: number): Surface => ({
      ...FLAT_SURFACE,
      warp: {
        kind: 'mesh',
        columns: 2,
        rows: 2,
        points: [
          { x: 400, y: 200 },
          { x: corner, y: 200 },
          { x: 400, y: 520 },
          { x: corner, y: 520 },
        ],
      },
    });

    expect(layOut({ ...SCENE, surface: seen(1_040) })!.canvas.width).toBe(1_250);
    expect(layOut({ ...SCENE, surface: seen(1_680) })!.canvas.width).toBe(2_500);
  });
});
