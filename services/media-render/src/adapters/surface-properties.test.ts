import { checkSurface, FLAT_SURFACE, type Surface } from '@estampa/kernel/surface';
import type { Point, Warp } from '@estampa/kernel/warp';
import { expect, it } from 'vitest';
import { flatPointAt } from './surface-oracle.ts';
import { withBleed } from '../domain/placement.ts';
import { layOut } from '../domain/surface-layout.ts';
import { compileSurface } from '../domain/surface-map.ts';
import { flatDrawing, regionOf, sampleRow } from '../domain/surface-sampling.ts';

const SURFACES = 80;
const SOURCE = { width: 320, height: 280 };
const OUTPUT = { width: 160, height: 140 };
const PRINT_AREA = { x: 90, y: 70, width: 140, height: 130 };
const INK_AREA = withBleed(PRINT_AREA);
const MIDDLE = { x: 160, y: 135 };
const OPAQUE = 255;
/** In pixels of the source image, over three pixels of the output; six where nothing is bent. */
const STEEP_PX = 24;
/** Where a print ends, a bicubic filter makes it a little brighter. */
const OVERSHOOT_MAX = 1.15;

/** The same numbers in every run. */
function* randomShares(): Generator<number, never> {
  for (let state = 20_261; ;) {
    state = (state * 48_271) % 2_147_483_647;
    yield state / 2_147_483_647;
  }
}
const shares = randomShares();
const between = (min: number, max: number) => min + shares.next().value * (max - min);
const near = (x: number, y: number, by: number): Point => ({ x: x + between(-by, by), y: y + between(-by, by) });

const WARPS: (() => Warp)[] = [
  () => ({
    kind: 'perspective',
    corners: [near(90, 70, 60), near(230, 70, 60), near(230, 200, 60), near(90, 200, 60)],
  }),
  () => ({
    kind: 'cylinder',
    axis: { from: near(160, 70, 30), to: near(160, 200, 30) },
    radiusPx: between(30, 140),
    angle: between(10, 300),
    rotation: between(-60, 60),
    sagPx: between(-30, 30),
  }),
  () => {
    const [columns, rows] = [Math.round(between(2, 7)), Math.round(between(2, 7))];
    const points = Array.from({ length: columns * rows }, (_, at) =>
      near(
        90 + (140 * (at % columns)) / (columns - 1),
        70 + (130 * Math.floor(at / columns)) / (rows - 1),
        40 / columns,
      ),
    );
    return { kind: 'mesh', columns, rows, points };
  },
];

const sound: Surface[] = [];
while (sound.length < SURFACES) {
  const surface = { ...FLAT_SURFACE, warp: WARPS[sound.length % WARPS.length]!() };
  if (checkSurface(surface, PRINT_AREA).length === 0) sound.push(surface);
}

/** How far a point is inside of a rectangle, in pixels; negative outside. */
const depthIn = ({ x, y }: Point, area: typeof INK_AREA): number =>
  Math.min(x - area.x, y - area.y, area.x + area.width - x, area.y + area.height - y);

/** The points of the flat print near the middle of a pixel, as far as they are seen. */
function pointsNearOf(surface: Surface): (x: number, y: number) => (Point | null)[] {
  const seek = flatPointAt(surface.warp, PRINT_AREA);
  const factor = SOURCE.width / OUTPUT.width;
  const reach = [-1.5, 0, 1.5];
  return (x, y) =>
    reach.flatMap((right) =>
      reach.map((down) => seek({ x: (x + 0.5 + right) * factor, y: (y + 0.5 + down) * factor })),
    );
}

/** Seen at so glancing an angle that a pixel holds much of the print: then it shows a mean of what is not all next to it. */
function isSteep(points: (Point | null)[]): boolean {
  const seen = points.filter((point) => point !== null);
  const spread = (axis: 'x' | 'y') =>
    Math.max(...seen.map((one) => one[axis])) - Math.min(...seen.map((one) => one[axis]));
  return seen.length > 0 && Math.max(spread('x'), spread('y')) > STEEP_PX;
}

it('covers every pixel that shows ink alone, and none that shows none', () => {
  let [covered, empty] = [0, 0];
  // Compared one by one, a hundred thousand pixels would take longer than all else.
  const wrong: unknown[] = [];
  for (const surface of sound) {
    const scene = { surface, printArea: PRINT_AREA, inkArea: INK_AREA, sourceImage: SOURCE, output: OUTPUT };
    const layout = layOut(scene)!;
    const map = compileSurface(scene, layout, null);
    const pointsNear = pointsNearOf(surface);
    const { width, height } = layout.canvasWindow;
    // In a mesh, nothing found says nothing.
    const isHidden = surface.warp!.kind !== 'mesh';
    // The window of the canvas ends between two of its pixels.
    const nearly = 2 + SOURCE.width / layout.canvas.width;
    const colour = new Uint8Array(width * 3).fill(MIDDLE.x);
    const drawing = flatDrawing({ x: 0, y: 0, width, height }, { width, height }, () => ({ colour, alpha: null }));
    const region = regionOf(map, drawing)!;
    for (let y = region.y; y < region.y + region.height; y += 3) {
      const row = { colour: new Uint8Array(region.width * 3), alpha: new Uint8Array(region.width) };
      sampleRow(map, drawing, { x: region.x, y }, row);
      for (let x = 0; x < region.width; x += 3) {
        const points = pointsNear(region.x + x, y);
        if (isSteep(points)) continue;
        const depths = points.map((point) => point && depthIn(point, INK_AREA));
        if (depths.every((depth) => depth !== null && depth > nearly)) {
          if (row.alpha[x] !== OPAQUE || row.colour[x * 3] !== MIDDLE.x) wrong.push({ surface, x, y, row });
          covered += 1;
        } else if (depths.every((depth) => (depth === null ? isHidden : depth < -nearly))) {
          if (row.alpha[x] !== 0) wrong.push({ surface, x, y, row });
          empty += 1;
        }
        if (!(row.colour[x * 3]! <= MIDDLE.x * OVERSHOOT_MAX)) wrong.push({ surface, x, y, row });
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(covered).toBeGreaterThan(SURFACES * 200);
  expect(empty).toBeGreaterThan(SURFACES);
});

it('touches nothing outside of its window', () => {
  const touched: unknown[] = [];
  for (const surface of sound) {
    const scene = { surface, printArea: PRINT_AREA, inkArea: INK_AREA, sourceImage: SOURCE, output: OUTPUT };
    const { window } = layOut(scene)!;
    const pointsNear = pointsNearOf(surface);
    for (let y = 0; y < OUTPUT.height; y += 4) {
      for (let x = 0; x < OUTPUT.width; x += 4) {
        if (x >= window.x && y >= window.y && x < window.x + window.width && y < window.y + window.height) continue;
        const depths = pointsNear(x, y).map((point) => (point ? depthIn(point, INK_AREA) : -1));
        if (!(Math.min(...depths) <= 0)) touched.push({ surface, x, y });
      }
    }
  }
  expect(touched).toEqual([]);
});
