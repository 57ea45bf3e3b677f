import type { Point, Rectangle, Size } from './geometry.ts';
import type { Stroke } from './text-layout.ts';

/** How far a straight piece may be from the curve that it stands for, in pixels: a shade that no 8-bit pixel shows. */
const FLATNESS_PX = 0.02;

/** A straight piece of an outline, from its upper to its lower end; `sign` says which way it ran. */
type Segment = { top: Point; bottom: Point; sign: number };

/** How much of each pixel an outline covers: rows of bytes. */
export type Coverage = Size & { x: number; y: number; pixels: Uint8Array };

/** Rows after which others in this thread get their turn. */
const ROWS_AT_ONCE = 256;
/** Lines along which a row of pixels is looked at: so much of a shade is what a level line may be off by, at most half of it. */
const LINES_PER_ROW = 16;

/**
 * Fills an outline: what a pixel gets is the part of it that lies inside, whatever is drawn twice. Plain arithmetic, so the same on
 * every machine; a print that is made again has the same bytes. `pause` is awaited every few rows.
 */
export async function filled(
  strokes: readonly Stroke[],
  { x, y, width, height }: Rectangle,
  pause: () => Promise<unknown>,
): Promise<Coverage> {
  const segments = segmentsOf(strokes, { x, y, width, height }).toSorted((one, other) => one.top.y - other.top.y);
  const pixels = new Uint8Array(width * height);
  const sums = new Float64Array(width + 2);
  let active: Segment[] = [];
  let next = 0;
  for (let row = 0; row < height; row += 1) {
    if (row % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await pause();
    for (; next < segments.length && segments[next]!.top.y < row + 1; next += 1) active.push(segments[next]!);
    active = active.filter(({ bottom }) => bottom.y > row);
    if (active.length === 0) continue;
    sums.fill(0);
    for (let line = 0; line < LINES_PER_ROW; line += 1) addLine(sums, active, row + (line + 0.5) / LINES_PER_ROW);
    writeRow(sums, pixels.subarray(row * width, (row + 1) * width));
  }
  return { x, y, width, height, pixels };
}

/** Adds where a line is inside of the outline, as differences from pixel to pixel. */
function addLine(sums: Float64Array, segments: readonly Segment[], y: number): void {
  const crossings = segments
    .filter(({ top, bottom }) => top.y <= y && y < bottom.y)
    .map(({ top, bottom, sign }) => ({
      x: top.x + ((y - top.y) * (bottom.x - top.x)) / (bottom.y - top.y),
      sign,
    }))
    .toSorted((one, other) => one.x - other.x);
  let winding = 0;
  for (const { x, sign } of crossings) {
    const wasInside = winding !== 0;
    winding += sign;
    if (wasInside !== (winding !== 0)) addFrom(sums, x, wasInside ? -1 : 1);
  }
}

function addFrom(sums: Float64Array, x: number, by: number): void {
  const pixel = Math.floor(x);
  sums[pixel]! += by * (pixel + 1 - x);
  sums[pixel + 1]! += by * (x - pixel);
}

function writeRow(sums: Float64Array, pixels: Uint8Array): void {
  let sum = 0;
  for (let at = 0; at < pixels.length; at += 1) {
    sum += sums[at]!;
    pixels[at] = Math.round((255 * sum) / LINES_PER_ROW);
  }
}

function segmentsOf(strokes: readonly Stroke[], area: Rectangle): Segment[] {
  const segments: Segment[] = [];
  let [start, at]: [Point, Point] = [area, area];
  const lineTo = (to: Point) => {
    const segment = segmentBetween(at, to, area);
    if (segment.top.y < segment.bottom.y) segments.push(segment);
    at = to;
  };
  for (const { kind, points } of strokes) {
    if (kind === 'move') {
      lineTo(start);
      [start] = points as [Point];
      at = start;
    } else for (const point of flattened(at, kind, points)) lineTo(point);
  }
  lineTo(start);
  return segments;
}

function segmentBetween(from: Point, to: Point, area: Rectangle): Segment {
  const [one, other] = [within(area, from), within(area, to)];
  return one.y < other.y ? { top: one, bottom: other, sign: 1 } : { top: other, bottom: one, sign: -1 };
}

/** An outline lies within its bounds but for the error of a floating-point number. */
const within = ({ x, y, width, height }: Rectangle, point: Point): Point => ({
  x: Math.min(width, Math.max(0, point.x - x)),
  y: Math.min(height, Math.max(0, point.y - y)),
});

function flattened(from: Point, kind: Stroke['kind'], points: readonly Point[]): readonly Point[] {
  if (kind === 'line') return points;
  const bent = [from, ...points];
  // No straight piece is further away than an eighth of the second difference by the square of its length (cubic: three quarters).
  const bow = Math.max(...bent.slice(2).map((point, at) => secondDifference(bent[at]!, bent[at + 1]!, point)));
  const pieces = Math.max(1, Math.ceil(Math.sqrt(((kind === 'bend' ? 1 / 4 : 3 / 4) * bow) / FLATNESS_PX)));
  return Array.from({ length: pieces }, (_, piece) => pointOn(bent, (piece + 1) / pieces));
}

const secondDifference = (a: Point, b: Point, c: Point): number => Math.hypot(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y);

/** De Casteljau. */
function pointOn(points: readonly Point[], part: number): Point {
  if (points.length === 1) return points[0]!;
  const between = points.slice(1).map((to, at) => {
    const from = points[at]!;
    return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
  });
  return pointOn(between, part);
}
