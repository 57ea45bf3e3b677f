import { type Locate, locateOn, type Point, type Warp } from '@estampa/kernel/warp';
import type { Rectangle } from './geometry.ts';

/**
 * For every pixel of a part of the photo the point of the flat print that is seen at its centre, x and y in turn, in pixels of the
 * source image; NaN where none is.
 */
export type InverseMap = { area: Rectangle; points: Float32Array };

type Scene = {
  warp: Warp | null;
  printArea: Rectangle;
  /** What is wanted of the flat print, in pixels of the source image. */
  flatArea: Rectangle;
  /** What is wanted of the photo, in integer output pixels. */
  area: Rectangle;
  /** Output pixels per pixel of the source image. */
  factor: number;
};

/** The sides of the cells that are taken as straight, in output pixels. */
const CELL_PX = 4;
/** Along each side, whatever the warp does. */
const CELLS_MAX = 640;
/** Measured to decide how many cells there have to be. */
const PROBES = 32;

/** Inverts a warp: small cells of the flat print are laid on the photo, and each pixel notes where in its cell it lies. */
export function invert({ warp, printArea, flatArea, area, factor }: Scene): InverseMap {
  const map = { area, points: new Float32Array(area.width * area.height * 2).fill(Number.NaN) };
  if (!warp) return writeFlat(map, factor);
  const onPrint = locateOn(warp, printArea);
  const locate: Locate = (x, y) => {
    const point = onPrint((x - printArea.x) / printArea.width, (y - printArea.y) / printArea.height);
    return point && { x: point.x * factor - area.x - 0.5, y: point.y * factor - area.y - 0.5 };
  };
  const [columns, rows] = cellCounts(locate, flatArea);
  const x = (column: number) => flatArea.x + (flatArea.width * column) / columns;
  const y = (row: number) => flatArea.y + (flatArea.height * row) / rows;
  const line = (row: number) => Array.from({ length: columns + 1 }, (_, column) => located(locate, x(column), y(row)));
  let above = line(0);
  for (let row = 1; row <= rows; row += 1) {
    const below = line(row);
    for (let column = 1; column <= columns; column += 1) {
      const [a, b] = [above[column - 1], above[column]];
      const [c, d] = [below[column - 1], below[column]];
      if (a && b && d) writeTriangle(map, a, b, d);
      if (a && d && c) writeTriangle(map, a, d, c);
    }
    above = below;
  }
  return map;
}

/** A point of the photo, in pixels whose centres are integers, and of the flat print. */
type Pair = { x: number; y: number; flatX: number; flatY: number };

function located(locate: Locate, flatX: number, flatY: number): Pair | null {
  const point = locate(flatX, flatY);
  return point && { ...point, flatX, flatY };
}

function writeFlat(map: InverseMap, factor: number): InverseMap {
  const { area, points } = map;
  for (let at = 0, y = 0; y < area.height; y += 1) {
    for (let x = 0; x < area.width; x += 1, at += 2) {
      points[at] = (area.x + x + 0.5) / factor;
      points[at + 1] = (area.y + y + 0.5) / factor;
    }
  }
  return map;
}

function cellCounts(locate: Locate, { x, y, width, height }: Rectangle): [columns: number, rows: number] {
  let [across, down] = [0, 0];
  const probe = (column: number, row: number) => locate(x + (width * column) / PROBES, y + (height * row) / PROBES);
  for (let row = 1; row <= PROBES; row += 1) {
    for (let column = 1; column <= PROBES; column += 1) {
      const point = probe(column, row);
      across = Math.max(across, distance(point, probe(column - 1, row)));
      down = Math.max(down, distance(point, probe(column, row - 1)));
    }
  }
  return [cellsFor(across), cellsFor(down)];
}

const distance = (one: Point | null, other: Point | null): number =>
  one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;

const cellsFor = (step: number): number => Math.min(CELLS_MAX, Math.max(PROBES, Math.ceil((step * PROBES) / CELL_PX)));

/** Pixels on a border belong to both sides, so that none is left out. */
const TOLERANCE = -1e-6;

/** What turns its back is left out. */
function writeTriangle({ area, points }: InverseMap, a: Pair, b: Pair, c: Pair): void {
  const [abX, abY, acX, acY] = [b.x - a.x, b.y - a.y, c.x - a.x, c.y - a.y];
  const area2 = abX * acY - acX * abY;
  if (!(area2 > 0)) return;
  const top = Math.max(0, Math.ceil(Math.min(a.y, b.y, c.y)));
  const bottom = Math.min(area.height - 1, Math.floor(Math.max(a.y, b.y, c.y)));
  const left = Math.max(0, Math.ceil(Math.min(a.x, b.x, c.x)));
  const right = Math.min(area.width - 1, Math.floor(Math.max(a.x, b.x, c.x)));
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const [dx, dy] = [x - a.x, y - a.y];
      const ofB = (dx * acY - acX * dy) / area2;
      const ofC = (abX * dy - dx * abY) / area2;
      if (ofB < TOLERANCE || ofC < TOLERANCE || ofB + ofC > 1 - TOLERANCE) continue;
      const at = (y * area.width + x) * 2;
      points[at] = a.flatX + ofB * (b.flatX - a.flatX) + ofC * (c.flatX - a.flatX);
      points[at + 1] = a.flatY + ofB * (b.flatY - a.flatY) + ofC * (c.flatY - a.flatY);
    }
  }
}
