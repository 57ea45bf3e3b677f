import { checkSurface, FLAT_SURFACE, laysFlat } from '@estampa/kernel/surface';
import { locateOn, type Point, type Warp } from '@estampa/kernel/warp';
import type { Rectangle, Size } from '../geometry.ts';

/** Points of a bicubic Bézier surface, row by row; several patches share the points between them. */
export type Envelope = { points: readonly Point[]; across: readonly number[]; down: readonly number[] };

export type PlacedPrint = {
  /**
   * A quadrangle of the document, clockwise from its upper left corner: where the corners of the content lie, or, where that is bent,
   * those of the smallest upright rectangle with all points of its Bézier surface.
   */
  corners: readonly Point[];
  content: Size | null;
  envelope: Envelope | null;
  isOtherWarp: boolean;
};

export type PrintSurface = { printArea: Rectangle; warp: Warp | null; lost: ('warp_style' | 'mesh' | 'perspective')[] };

/** Points along each side of the mesh that stands for a Bézier surface. */
const MESH_POINTS = 16;
const PATCH_POINTS = 4;
/** A difference that nobody sees. */
const SAME_PX = 0.01;
const SIDE_MIN_PX = 1;
/** Parts of a pixel that sums of places and lengths have exactly: an area that ends where its document does is not outside of it. */
const PARTS_OF_PX = 65_536;
const rounded = (px: number): number => Math.floor(px * PARTS_OF_PX) / PARTS_OF_PX;

/** Null where nothing of it can be printed on. */
export function printSurface(placed: PlacedPrint, document: Size): PrintSurface | null {
  const { content, isOtherWarp } = placed;
  if (!areCorners(placed.corners)) return null;
  const bent = placed.envelope && bentContent(placed.envelope, placed.corners);
  const corners = bent && !areSame(bent.corners, placed.corners) ? bent.corners : placed.corners;
  const printArea = flatArea(corners, content, document);
  if (!printArea) return null;
  const flat: Warp = { kind: 'perspective', corners };
  const mesh = bent && meshOf(bent, flat);
  const candidates = [...(mesh ? [mesh] : []), flat];
  const sound = candidates.find((warp) => checkSurface({ ...FLAT_SURFACE, warp }, printArea).length === 0) ?? null;
  const lost: PrintSurface['lost'] = [
    ...(isOtherWarp ? (['warp_style'] as const) : []),
    ...(mesh && sound !== mesh ? (['mesh'] as const) : []),
    ...(sound ? [] : (['perspective'] as const)),
  ];
  return { printArea, warp: sound && laysFlat(sound, printArea) ? null : sound, lost };
}

type Corners = readonly [Point, Point, Point, Point];

const areCorners = (points: readonly Point[]): points is Corners =>
  points.length === 4 && points.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));

const areSame = (some: Corners, others: Corners): boolean =>
  some.every(({ x, y }, at) => Math.hypot(x - others[at]!.x, y - others[at]!.y) < SAME_PX);

/** As wide as the content is seen, in its own proportions, about its middle and inside of the document. */
function flatArea([a, b, c, d]: Corners, content: Size | null, document: Size): Rectangle | null {
  const side = (from: Point, to: Point) => Math.hypot(to.x - from.x, to.y - from.y);
  const seenWidth = (side(a, b) + side(d, c)) / 2;
  const seenHeight = (side(a, d) + side(b, c)) / 2;
  const isKnown = content !== null && content.width > 0 && content.height > 0;
  const seen = { width: seenWidth, height: isKnown ? (seenWidth * content.height) / content.width : seenHeight };
  const share = Math.min(1, document.width / seen.width, document.height / seen.height);
  const [width, height] = [rounded(seen.width * share), rounded(seen.height * share)];
  if (!(width >= SIDE_MIN_PX && height >= SIDE_MIN_PX)) return null;
  const within = (middle: number, length: number, all: number) =>
    rounded(Math.min(Math.max(middle - length / 2, 0), all - length));
  return {
    x: within((a.x + b.x + c.x + d.x) / 4, width, document.width),
    y: within((a.y + b.y + c.y + d.y) / 4, height, document.height),
    width,
    height,
  };
}

type BentContent = { corners: Corners; at: (u: number, v: number) => Point | null };

/** Where the points of a Bézier surface lie in the document; null where they are none. */
function bentContent({ points, across, down }: Envelope, frame: Corners): BentContent | null {
  const columns = (across.length - 1) * (PATCH_POINTS - 1) + 1;
  const rows = (down.length - 1) * (PATCH_POINTS - 1) + 1;
  if (columns < PATCH_POINTS || rows < PATCH_POINTS || points.length !== columns * rows) return null;
  const box = enclosing(points);
  if (!(box.width > 0 && box.height > 0)) return null;
  const onFrame = locateOn({ kind: 'perspective', corners: frame }, { x: 0, y: 0, width: 1, height: 1 });
  const placed = ({ x, y }: Point) => onFrame((x - box.x) / box.width, (y - box.y) / box.height);
  const at = (u: number, v: number) => {
    const [horizontal, vertical] = [patchWeights(u, across), patchWeights(v, down)];
    let [x, y] = [0, 0];
    for (const [row, share] of vertical) {
      for (const [column, weight] of horizontal) {
        const point = points[row * columns + column]!;
        x += point.x * weight * share;
        y += point.y * weight * share;
      }
    }
    return placed({ x, y });
  };
  const corners = [0, columns - 1, rows * columns - 1, (rows - 1) * columns].map((index) => placed(points[index]!));
  const known = corners.filter((corner) => corner !== null);
  return areCorners(known) ? { corners: known, at } : null;
}

/** A file may have more of them than a call takes arguments. */
function enclosing(points: readonly Point[]): Rectangle {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function meshOf({ at }: BentContent, flat: Warp): Warp | null {
  const onFlat = locateOn(flat, { x: 0, y: 0, width: 1, height: 1 });
  const mesh: Point[] = [];
  let isBent = false;
  for (let index = 0; index < MESH_POINTS ** 2; index += 1) {
    const [u, v] = [(index % MESH_POINTS) / (MESH_POINTS - 1), Math.floor(index / MESH_POINTS) / (MESH_POINTS - 1)];
    const [seen, straight] = [at(u, v), onFlat(u, v)];
    if (!seen) return null;
    isBent ||= straight === null || Math.hypot(seen.x - straight.x, seen.y - straight.y) > SAME_PX;
    mesh.push(seen);
  }
  return isBent ? { kind: 'mesh', columns: MESH_POINTS, rows: MESH_POINTS, points: mesh } : null;
}

/** How much each point of the patch at a place counts; slices are where patches meet, in any unit. */
function patchWeights(place: number, slices: readonly number[]): [index: number, weight: number][] {
  const [first, last] = [slices[0]!, slices.at(-1)!];
  const at = first + place * (last - first);
  const found = slices.findIndex((slice, index) => index > 0 && at <= slice);
  const patch = (found < 0 ? slices.length - 1 : found) - 1;
  const t = Math.min(1, Math.max(0, (at - slices[patch]!) / (slices[patch + 1]! - slices[patch]!)));
  const back = 1 - t;
  return [back ** 3, 3 * back ** 2 * t, 3 * back * t ** 2, t ** 3].map((weight, index) => [
    patch * (PATCH_POINTS - 1) + index,
    weight,
  ]);
}
