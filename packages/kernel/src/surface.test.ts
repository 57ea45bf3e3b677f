import { describe, expect, it } from 'vitest';
import {
  BLUR_MAX_PX,
  checkSurface,
  COORDINATE_MAX_PX,
  DISPLACEMENT_MAX_PX,
  ENLARGEMENT_MAX,
  FLAT_SURFACE,
  laysFlat,
  MESH_POINTS_MAX,
  MESH_POINTS_MIN,
  RADIUS_MAX_PX,
  SEEN_ANGLE_MAX,
  type Surface,
} from './surface.ts';
import { type Cylinder, locateOn, type Mesh, type Perspective, type Point, type Warp } from './warp.ts';

const AREA = { x: 100, y: 100, width: 200, height: 100 };
const point = (x: number, y: number): Point => ({ x, y });
const SQUARE: Perspective = {
  kind: 'perspective',
  corners: [point(0, 0), point(80, 0), point(80, 80), point(0, 80)],
};
const CYLINDER: Cylinder = {
  kind: 'cylinder',
  axis: { from: point(200, 100), to: point(200, 200) },
  radiusPx: 100,
  angle: 120,
  rotation: 0,
  sagPx: 0,
};
const grid = (columns: number, rows: number): Mesh => ({
  kind: 'mesh',
  columns,
  rows,
  points: Array.from({ length: columns * rows }, (_, at) => point((at % columns) * 20, Math.floor(at / columns) * 20)),
});
const corners = (...points: [number, number][]) =>
  ({ kind: 'perspective', corners: points.map(([x, y]) => point(x, y)) }) as unknown as Perspective;

const problems = (surface: Partial<Surface>, area: typeof AREA | null = AREA) =>
  checkSurface({ ...FLAT_SURFACE, ...surface }, area).map(({ path, code }) => `${path} ${code}`);
const warpProblems = (warp: Warp) => problems({ warp });

describe('a surface is sound', () => {
  it.each<Warp>([SQUARE, CYLINDER, grid(2, 2), grid(MESH_POINTS_MAX, MESH_POINTS_MAX)])('%#', (warp) => {
    expect(warpProblems(warp)).toEqual([]);
  });

  it.each<Partial<Surface>>([
    { warp: { ...CYLINDER, radiusPx: 1, axis: { from: point(0, 0), to: point(0, 200) } } },
    { warp: { ...CYLINDER, angle: 1 } },
    { warp: { ...CYLINDER, angle: SEEN_ANGLE_MAX } },
    { warp: { ...CYLINDER, rotation: 20, sagPx: -40 } },
    { displacement: { strengthPx: DISPLACEMENT_MAX_PX, blurPx: BLUR_MAX_PX } },
    { displacement: { strengthPx: -DISPLACEMENT_MAX_PX, blurPx: 0 } },
    { inkOpacity: 0 },
  ])('to the edge: %j', (surface) => {
    expect(problems(surface)).toEqual([]);
  });
});

describe('a surface is rejected', () => {
  it.each<[string, Warp, string]>([
    ['is folded', corners([0, 0], [80, 80], [80, 0], [0, 80]), 'config.warp folded'],
    ['is mirrored', corners([80, 0], [0, 0], [0, 80], [80, 80]), 'config.warp folded'],
    ['is not convex', corners([0, 0], [80, 0], [20, 20], [0, 80]), 'config.warp folded'],
    ['is a line', corners([0, 0], [80, 0], [80, 0], [0, 0]), 'config.warp no_area'],
    ['is a point', corners([9, 9], [9, 9], [9, 9], [9, 9]), 'config.warp no_area'],
    ['has three corners', corners([0, 0], [80, 0], [80, 80]), 'config.warp.corners wrong_count'],
    ['is not a number', corners([0, Number.NaN], [80, 0], [80, 80], [0, 80]), 'config.warp.corners[0] out_of_range'],
    ['is infinite', corners([0, 0], [Infinity, 0], [80, 80], [0, 80]), 'config.warp.corners[1] out_of_range'],
    [
      'lies too far away',
      corners([0, 0], [COORDINATE_MAX_PX + 1, 0], [80, 80], [0, 80]),
      'config.warp.corners[1] out_of_range',
    ],
    ['has one column', { ...grid(2, 2), columns: MESH_POINTS_MIN - 1 }, 'config.warp.columns out_of_range'],
    ['has too many rows', { ...grid(2, 2), rows: MESH_POINTS_MAX + 1 }, 'config.warp.rows out_of_range'],
    ['has half a row', { ...grid(2, 2), rows: 2.5 }, 'config.warp.rows out_of_range'],
    ['misses points', { ...grid(3, 3), points: grid(3, 2).points }, 'config.warp.points wrong_count'],
    [
      'folds between points',
      { ...grid(3, 2), points: [0, 90, 40, 0, 90, 40].map((x, at) => point(x, at < 3 ? 0 : 40)) },
      'config.warp folded',
    ],
    ['has no radius', { ...CYLINDER, radiusPx: 0 }, 'config.warp.radiusPx out_of_range'],
    ['has too large a radius', { ...CYLINDER, radiusPx: RADIUS_MAX_PX + 1 }, 'config.warp.radiusPx out_of_range'],
    ['goes round too far', { ...CYLINDER, angle: SEEN_ANGLE_MAX + 1 }, 'config.warp.angle out_of_range'],
    ['shows its back', { ...CYLINDER, rotation: 180, angle: 90 }, 'config.warp no_area'],
    ['has no axis', { ...CYLINDER, axis: { from: point(9, 9), to: point(9, 9) } }, 'config.warp no_area'],
    ['has a rotation that is no number', { ...CYLINDER, rotation: Number.NaN }, 'config.warp.rotation out_of_range'],
  ])('when its warp %s', (_name, warp, problem) => {
    expect(warpProblems(warp)).toEqual([problem]);
  });

  it('when it enlarges too much', () => {
    const side = Math.sqrt(AREA.width * AREA.height * ENLARGEMENT_MAX);
    const square = (length: number) => corners([0, 0], [length, 0], [length, length], [0, length]);

    expect(warpProblems(square(side - 1))).toEqual([]);
    expect(warpProblems(square(side + 1))).toEqual(['config.warp too_large']);
  });

  it.each<[Partial<Surface>, string]>([
    [
      { displacement: { strengthPx: DISPLACEMENT_MAX_PX + 1, blurPx: 0 } },
      'config.displacement.strengthPx out_of_range',
    ],
    [{ displacement: { strengthPx: Number.NaN, blurPx: 0 } }, 'config.displacement.strengthPx out_of_range'],
    [{ displacement: { strengthPx: 1, blurPx: BLUR_MAX_PX + 1 } }, 'config.displacement.blurPx out_of_range'],
    [{ displacement: { strengthPx: 1, blurPx: -1 } }, 'config.displacement.blurPx out_of_range'],
    [{ inkOpacity: 1.01 }, 'config.inkOpacity out_of_range'],
    [{ inkOpacity: -0.01 }, 'config.inkOpacity out_of_range'],
  ])('for %j', (surface, problem) => {
    expect(problems(surface)).toEqual([problem]);
  });

  it('when there is no print area to lay on it', () => {
    expect(problems({ warp: SQUARE }, null)).toEqual(['config.warp print_area_required']);
  });
});

describe('where a point is seen', () => {
  it.each<[string, Warp, [number, number], [number, number]]>([
    ['a corner', SQUARE, [1, 0], [80, 0]],
    ['the middle of a plane seen from the front', SQUARE, [0.5, 0.5], [40, 40]],
    ['the middle of a plane seen from the side', corners([0, 0], [60, 20], [60, 60], [0, 80]), [0.5, 0.5], [40, 40]],
    ['the nearest point of a cylinder', CYLINDER, [0.5, 0], [200, 100]],
    ['the side of a cylinder', CYLINDER, [0.75, 0.5], [250, 150]],
    ['a point of a mesh', grid(4, 3), [2 / 3, 0.5], [40, 20]],
    ['beyond a mesh', grid(4, 3), [-0.1, 1.1], [-6, 44]],
  ])('%s', (_name, warp, [u, v], [x, y]) => {
    const seen = locateOn(warp, AREA)(u, v)!;

    expect([seen.x, seen.y]).toEqual([expect.closeTo(x, 6), expect.closeTo(y, 6)]);
  });

  it('is nowhere behind a horizon or at the back', () => {
    expect(locateOn({ ...CYLINDER, angle: 180 }, AREA)(1.01, 0)).toBeNull();
    expect(locateOn(corners([0, 0], [60, 20], [60, 60], [0, 80]), AREA)(-9, 0)).toBeNull();
  });
});

it('a warp lays flat what it shows where it lies', () => {
  const { x, y, width, height } = AREA;
  const same = corners([x, y], [x + width, y], [x + width, y + height], [x, y + height]);

  expect(laysFlat(same, AREA)).toBe(true);
  expect(laysFlat(corners([x, y], [x + width, y], [x + width, y + height], [x, y + height + 0.01]), AREA)).toBe(false);
});
