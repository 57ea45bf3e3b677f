import type { FieldError } from './errors.ts';
import { type Locate, locateOn, type Mesh, type Point, type Warp } from './warp.ts';

export const PRINT_BLENDS = ['normal', 'multiply', 'screen'] as const;
export type PrintBlend = (typeof PRINT_BLENDS)[number];

/** How far the grey levels of the template's displacement image move the print. */
export type Displacement = {
  /** In pixels of the source image, to the upper left where the image is white, to the lower right where it is black. */
  strengthPx: number;
  /** The standard deviation of the blur that the image gets first, in pixels of the source image. */
  blurPx: number;
};

/** How a print shows on the photo of a product. Fit, resolution and print file are matters of the flat print area. */
export type Surface = {
  /** Null where the print area lies flat. */
  warp: Warp | null;
  /** Null where nothing is moved. */
  displacement: Displacement | null;
  /** How ink mixes with the product. */
  blend: PrintBlend;
  /** From 0, no ink, to 1. */
  inkOpacity: number;
  /** Whether ink is printed on white where the product is dark. */
  underbase: boolean;
};

export const FLAT_SURFACE: Surface = {
  warp: null,
  displacement: null,
  blend: 'normal',
  inkOpacity: 1,
  underbase: false,
};

export const MESH_POINTS_MIN = 2;
/** Along each side. */
export const MESH_POINTS_MAX = 16;
/** Twice the largest source image: corners may well lie outside of the photo. */
export const COORDINATE_MAX_PX = 24_000;
export const RADIUS_MAX_PX = 12_000;
export const SEEN_ANGLE_MAX = 360;
export const ROTATION_MAX = 180;
export const DISPLACEMENT_MAX_PX = 200;
export const BLUR_MAX_PX = 100;
/** On the photo; less is no print to be seen. */
const SEEN_AREA_MIN_PX = 64;
/** How much larger than on the flat print area any part may be on the photo, as area. */
export const ENLARGEMENT_MAX = 1_024;

type Area = Point & { width: number; height: number };

/** Points compared along each side; more than the points of any mesh. */
const COMPARED = 48;
/** Below what any eye sees. */
const SAME_PX = 1e-3;

/** Whether a warp shows the print area where it lies anyway. */
export function laysFlat(warp: Warp, printArea: Area): boolean {
  const [bent, flat] = [locateOn(warp, printArea), locateOn(null, printArea)];
  const isSame = (u: number, v: number) => {
    const [seen, same] = [bent(u, v), flat(u, v)!];
    return seen !== null && Math.hypot(seen.x - same.x, seen.y - same.y) < SAME_PX;
  };
  // Up to the first that differs: it is found for every preview, and nearly always in a corner.
  for (let at = 0; at < (COMPARED + 1) ** 2; at += 1)
    if (!isSame((at % (COMPARED + 1)) / COMPARED, Math.floor(at / (COMPARED + 1)) / COMPARED)) return false;
  return true;
}

/** Whether ink covers the print area as it is drawn. */
export const isFlatSurface = ({ warp, displacement, blend, inkOpacity, underbase }: Surface): boolean =>
  warp === null &&
  displacement === null &&
  blend === FLAT_SURFACE.blend &&
  inkOpacity === FLAT_SURFACE.inkOpacity &&
  underbase === FLAT_SURFACE.underbase;

/** Rejects what is no surface to print on; `printArea` is null while it is not known, then only numbers are checked. */
export function checkSurface(surface: Surface, printArea: Area | null): FieldError[] {
  const { warp, displacement, blend, inkOpacity } = surface;
  const numbers = [
    ...(warp ? checkWarp(warp) : []),
    ...(displacement ? checkDisplacement(displacement) : []),
    ...(PRINT_BLENDS.includes(blend)
      ? []
      : [error('config.blend', 'unknown_value', `must be one of ${PRINT_BLENDS.join(', ')}`)]),
    ...checkRange('config.inkOpacity', inkOpacity, 0, 1),
  ];
  if (numbers.length > 0 || !warp) return numbers;
  if (!printArea)
    return [error('config.warp', 'print_area_required', 'needs config.printArea, which is what it lays on the photo')];
  return checkShape(warp, printArea);
}

function checkWarp(warp: Warp): FieldError[] {
  if (warp.kind === 'perspective') return checkPoints('config.warp.corners', warp.corners, 4);
  if (warp.kind === 'mesh') return checkMesh(warp);
  return [
    ...checkPoints('config.warp.axis', [warp.axis.from, warp.axis.to], 2),
    ...checkRange('config.warp.radiusPx', warp.radiusPx, 1, RADIUS_MAX_PX),
    ...checkRange('config.warp.angle', warp.angle, 1, SEEN_ANGLE_MAX),
    ...checkRange('config.warp.rotation', warp.rotation, -ROTATION_MAX, ROTATION_MAX),
    ...checkRange('config.warp.sagPx', warp.sagPx, -RADIUS_MAX_PX, RADIUS_MAX_PX),
  ];
}

function checkMesh({ columns, rows, points }: Mesh): FieldError[] {
  const sides = Object.entries({ columns, rows }).flatMap(([name, count]): FieldError[] =>
    Number.isInteger(count) && count >= MESH_POINTS_MIN && count <= MESH_POINTS_MAX
      ? []
      : [error(`config.warp.${name}`, 'out_of_range', `must be from ${MESH_POINTS_MIN} to ${MESH_POINTS_MAX}`)],
  );
  return sides.length > 0 ? sides : checkPoints('config.warp.points', points, columns * rows);
}

function checkPoints(path: string, points: readonly Point[], count: number): FieldError[] {
  if (points.length !== count) return [error(path, 'wrong_count', `must be ${count} points`)];
  const off = points.findIndex(({ x, y }) => !isCoordinate(x) || !isCoordinate(y));
  if (off < 0) return [];
  return [error(`${path}[${off}]`, 'out_of_range', `must be within ${COORDINATE_MAX_PX} pixels of the origin`)];
}

const isCoordinate = (value: number): boolean => Math.abs(value) <= COORDINATE_MAX_PX;

const checkDisplacement = ({ strengthPx, blurPx }: Displacement): FieldError[] => [
  ...checkRange('config.displacement.strengthPx', strengthPx, -DISPLACEMENT_MAX_PX, DISPLACEMENT_MAX_PX),
  ...checkRange('config.displacement.blurPx', blurPx, 0, BLUR_MAX_PX),
];

/** Also rejects what is no number. */
const checkRange = (path: string, value: number, min: number, max: number): FieldError[] =>
  value >= min && value <= max ? [] : [error(path, 'out_of_range', `must be from ${min} to ${max}`)];

const error = (path: string, code: string, message: string): FieldError => ({ path, code, message });

/** What printers bleed; the surface has to be sound there too. */
const MARGIN = 0.05;
/** Samples between two points of a mesh, and on each side of anything else. */
const SAMPLES = { mesh: 8, other: 32 };

/** Every small cell of the print area must show the same side, and not enormously enlarged. */
function checkShape(warp: Warp, printArea: Area): FieldError[] {
  const [columns, rows] =
    warp.kind === 'mesh'
      ? [(warp.columns - 1) * SAMPLES.mesh, (warp.rows - 1) * SAMPLES.mesh]
      : [SAMPLES.other, SAMPLES.other];
  const areas = cellAreas(locateOn(warp, printArea), columns, rows);
  const seen = areas.filter((area) => area !== null);
  const total = seen.reduce((sum, area) => sum + area, 0);
  if (!(Math.abs(total) >= SEEN_AREA_MIN_PX))
    return [error('config.warp', 'no_area', `must show at least ${SEEN_AREA_MIN_PX} square pixels`)];
  const isAllSeen = warp.kind === 'cylinder' || seen.length === areas.length;
  if (!isAllSeen || seen.some((area) => !(area > 0)))
    return [error('config.warp', 'folded', 'must not fold, mirror or cross itself')];
  const flat = (printArea.width * printArea.height * (1 + 2 * MARGIN) ** 2) / (columns * rows);
  if (seen.some((area) => area > flat * ENLARGEMENT_MAX))
    return [error('config.warp', 'too_large', `must not enlarge an area more than ${ENLARGEMENT_MAX} times`)];
  return [];
}

/** Of both triangles of each cell the lesser one, twice, in square pixels; null where a corner is out of sight. */
function cellAreas(locate: Locate, columns: number, rows: number): (number | null)[] {
  const at = (index: number, count: number) => -MARGIN + (index / count) * (1 + 2 * MARGIN);
  const lines = Array.from({ length: rows + 1 }, (_, row) =>
    Array.from({ length: columns + 1 }, (_none, column) => locate(at(column, columns), at(row, rows))),
  );
  return Array.from({ length: columns * rows }, (_, cell) => {
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    const [a, b] = [lines[row]![column]!, lines[row]![column + 1]!];
    const [c, d] = [lines[row + 1]![column]!, lines[row + 1]![column + 1]!];
    return a && b && c && d ? Math.min(doubleArea(a, b, d), doubleArea(a, d, c)) : null;
  });
}

/** Positive where the three lie clockwise (y points down). */
const doubleArea = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
