export type Point = { x: number; y: number };
type Area = Point & { width: number; height: number };

/** Four corners of the print area on the photo, clockwise from its upper left one: a flat thing, seen from anywhere. */
export type Perspective = { kind: 'perspective'; corners: readonly [Point, Point, Point, Point] };

/** A round thing, seen from far away. Lengths in pixels of the source image, angles in degrees. */
export type Cylinder = {
  kind: 'cylinder';
  /** The line on the axis from the height of the print area's upper edge to that of its lower one. */
  axis: { from: Point; to: Point };
  radiusPx: number;
  /** How much of the circumference the print area covers. */
  angle: number;
  /** How far the middle of the print area is rotated away from the viewer, to the right. */
  rotation: number;
  /** How much lower the nearest point of an edge lies than its ends: positive when seen from above. */
  sagPx: number;
};

/** Points on the photo, row by row, that a grid laid evenly over the print area passes through; smooth in between. */
export type Mesh = { kind: 'mesh'; columns: number; rows: number; points: readonly Point[] };

/** How the flat print area lies on the photo of a product, all in pixels of the source image. */
export type Warp = Perspective | Cylinder | Mesh;

/**
 * Where a point of the print area is seen on the photo: `u` and `v` go from 0 to 1 across it and down, and beyond in its bleed.
 * Null where it is out of sight.
 */
export type Locate = (u: number, v: number) => Point | null;

export function locateOn(warp: Warp | null, printArea: Area): Locate {
  if (warp === null) return (u, v) => ({ x: printArea.x + u * printArea.width, y: printArea.y + v * printArea.height });
  if (warp.kind === 'perspective') return onPlane(warp);
  return warp.kind === 'cylinder' ? onCylinder(warp) : onMesh(warp);
}

/** Nearer to the horizon nothing can be made out. */
const HORIZON = 1e-3;

/** The one projective map that takes the corners of the unit square to these. */
function onPlane({ corners: [p0, p1, p2, p3] }: Perspective): Locate {
  const [dx1, dx2, sx] = [p1.x - p2.x, p3.x - p2.x, p0.x - p1.x + p2.x - p3.x];
  const [dy1, dy2, sy] = [p1.y - p2.y, p3.y - p2.y, p0.y - p1.y + p2.y - p3.y];
  const determinant = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / determinant;
  const h = (dx1 * sy - sx * dy1) / determinant;
  const [ax, bx] = [p1.x - p0.x + g * p1.x, p3.x - p0.x + h * p3.x];
  const [ay, by] = [p1.y - p0.y + g * p1.y, p3.y - p0.y + h * p3.y];
  return (u, v) => {
    const depth = g * u + h * v + 1;
    if (!(depth > HORIZON)) return null;
    return { x: (ax * u + bx * v + p0.x) / depth, y: (ay * u + by * v + p0.y) / depth };
  };
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

function onCylinder({ axis: { from, to }, radiusPx, angle, rotation, sagPx }: Cylinder): Locate {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  const along = { x: dx / length, y: dy / length };
  const [span, middle] = [radians(angle), radians(rotation)];
  return (u, v) => {
    const seenAt = (u - 0.5) * span + middle;
    if (Math.abs(seenAt) >= Math.PI / 2) return null;
    const across = radiusPx * Math.sin(seenAt);
    const sag = sagPx * Math.cos(seenAt);
    return {
      x: from.x + v * dx + along.y * across + along.x * sag,
      y: from.y + v * dy - along.x * across + along.y * sag,
    };
  };
}

function onMesh({ columns, rows, points }: Mesh): Locate {
  const [across, down] = [weights(columns), weights(rows)];
  // Points are asked for line by line: the mesh is reduced to one line of points, for as long as that is the same.
  const line = { v: Number.NaN, x: new Float64Array(columns), y: new Float64Array(columns) };
  return (u, v) => {
    if (v !== line.v) reduceTo(line, points, down(v));
    const { first, four } = across(u);
    let [x, y] = [0, 0];
    for (let at = 0; at < four.length; at += 1) {
      const weight = four[at]!;
      if (weight === 0) continue;
      x += line.x[first + at]! * weight;
      y += line.y[first + at]! * weight;
    }
    line.v = v;
    return { x, y };
  };
}

type Line = { x: Float64Array; y: Float64Array };

function reduceTo({ x, y }: Line, points: readonly Point[], { first, four }: Weights): void {
  x.fill(0);
  y.fill(0);
  for (let at = 0; at < four.length; at += 1) {
    const weight = four[at]!;
    if (weight === 0) continue;
    for (let column = 0; column < x.length; column += 1) {
      const point = points[(first + at) * x.length + column]!;
      x[column] = x[column]! + point.x * weight;
      y[column] = y[column]! + point.y * weight;
    }
  }
}

/** Of four points, the first of which may lie before the first there is, and then weighs nothing. */
type Weights = { first: number; four: Four };

/** How much each of some evenly spaced points counts: a Catmull-Rom spline, which goes straight on beyond its ends. */
function weights(count: number): (position: number) => Weights {
  const last = count - 1;
  return (position) => {
    const at = position * last;
    const first = Math.min(Math.max(Math.floor(at), 0), last - 1);
    const t = Math.min(Math.max(at - first, 0), 1);
    const beyond = at - first - t;
    const four = spline(t);
    if (beyond !== 0) addSlope(four, t, beyond);
    // What lies before the first point and behind the last goes on in the direction of its two neighbours.
    if (first === 0) addEnd(four, 0, 1, 2);
    if (first === last - 1) addEnd(four, 3, 2, 1);
    return { first: first - 1, four };
  };
}

type Four = [number, number, number, number];

const spline = (t: number): Four => [
  ((2 - t) * t - 1) * t * 0.5,
  ((3 * t - 5) * t * t + 2) * 0.5,
  ((4 - 3 * t) * t + 1) * t * 0.5,
  (t - 1) * t * t * 0.5,
];

const slope = (t: number): Four => [
  ((4 - 3 * t) * t - 1) * 0.5,
  (9 * t - 10) * t * 0.5,
  ((8 - 9 * t) * t + 1) * 0.5,
  (3 * t - 2) * t * 0.5,
];

function addSlope(four: Four, t: number, beyond: number): void {
  const steepness = slope(t);
  for (let at = 0; at < four.length; at += 1) four[at]! += beyond * steepness[at]!;
}

function addEnd(four: Four, end: number, neighbour: number, next: number): void {
  four[neighbour]! += 2 * four[end]!;
  four[next]! -= four[end]!;
  four[end] = 0;
}
