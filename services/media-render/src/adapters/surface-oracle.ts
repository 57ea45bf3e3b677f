import type { Surface } from '@estampa/kernel/surface';
import type { Cylinder, Mesh, Perspective, Point, Warp } from '@estampa/kernel/warp';
import type { Rectangle, Size } from '../domain/geometry.ts';
import type { Placement } from '../domain/placement.ts';
import type { Raster } from './raster.ts';

/**
 * What a bent print should look like, by brute force and in floating point, for tests: every pixel is the mean of 64 points, each
 * traced back through formulas of its own to the artwork. It shares nothing with what it judges but the meaning of the fields.
 */
export type Trial = {
  surface: Surface;
  /** Grey levels of the displacement image, blurred already, as large as the source image. */
  relief: ((x: number, y: number) => number) | null;
  printArea: Rectangle;
  inkArea: Rectangle;
  placement: Placement;
  /** Of one size, with four channels; each is printed alone. */
  artworks: readonly Raster[];
  sourceImage: Size;
  output: Size;
  /** What of the output is traced, in integer pixels. */
  part: Rectangle;
};

const SUPERSAMPLING = 8;

/** The print of each artwork alone, as colour times alpha and alpha, four a pixel of the part. */
export function tracePrints(trial: Trial): Float32Array[] {
  const { output, sourceImage, part, artworks } = trial;
  const step = sourceImage.width / output.width / SUPERSAMPLING;
  const traced = artworks.map(() => new Float32Array(part.width * part.height * 4));
  const pixelAt = pixelOf(trial, flatPointAt(trial.surface.warp, trial.printArea));
  for (let y = 0; y < part.height * SUPERSAMPLING; y += 1) {
    for (let x = 0; x < part.width * SUPERSAMPLING; x += 1) {
      const pixel = pixelAt({
        x: (part.x * SUPERSAMPLING + x + 0.5) * step,
        y: (part.y * SUPERSAMPLING + y + 0.5) * step,
      });
      if (pixel === null) continue;
      const at = (Math.floor(y / SUPERSAMPLING) * part.width + Math.floor(x / SUPERSAMPLING)) * 4;
      for (let index = 0; index < artworks.length; index += 1) addInk(traced[index]!, at, artworks[index]!, pixel);
    }
  }
  return traced;
}

/** A point's share in a pixel. */
function addInk(traced: Float32Array, at: number, { pixels }: Raster, pixel: number): void {
  const alpha = pixels[pixel * 4 + 3]!;
  for (let channel = 0; channel < 3; channel += 1)
    traced[at + channel]! += (pixels[pixel * 4 + channel]! * alpha) / 255 / SUPERSAMPLING ** 2;
  traced[at + 3]! += alpha / SUPERSAMPLING ** 2;
}

/** Which pixel of the artworks is seen at a point of the photo. */
function pixelOf({ surface, relief, inkArea, placement, artworks }: Trial, seek: Seek) {
  const [artwork] = artworks as [Raster];
  const [width, height] = [artwork.width * placement.scale, artwork.height * placement.scale];
  const angle = (-placement.rotation * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return ({ x, y }: Point): number | null => {
    const by = relief && surface.displacement ? ((relief(x, y) - 128) / 127) * surface.displacement.strengthPx : 0;
    const flat = seek({ x: x + by, y: y + by });
    if (!flat || flat.x < inkArea.x || flat.x >= inkArea.x + inkArea.width) return null;
    if (flat.y < inkArea.y || flat.y >= inkArea.y + inkArea.height) return null;
    const [dx, dy] = [flat.x - placement.x - width / 2, flat.y - placement.y - height / 2];
    const atX = (dx * cosine - dy * sine + width / 2) / placement.scale;
    const atY = (dx * sine + dy * cosine + height / 2) / placement.scale;
    const isInside = atX >= 0 && atY >= 0 && atX < artwork.width && atY < artwork.height;
    return isInside ? Math.floor(atY) * artwork.width + Math.floor(atX) : null;
  };
}

type Seek = (photo: Point) => Point | null;

/** The point of the flat print that is seen at a point of the photo. */
export function flatPointAt(warp: Warp | null, area: Rectangle): Seek {
  if (!warp) return (photo) => photo;
  const onPrint =
    warp.kind === 'perspective' ? fromPlane(warp) : warp.kind === 'cylinder' ? fromCylinder(warp) : fromMesh(warp);
  return (photo) => {
    const found = onPrint(photo);
    return found && { x: area.x + found.x * area.width, y: area.y + found.y * area.height };
  };
}

/** Eight unknowns of a projective map from the photo to the unit square, by elimination. */
function fromPlane({ corners }: Perspective): Seek {
  const unit = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ] as const;
  const rows = corners.flatMap(({ x, y }, index) => {
    const [u, v] = unit[index]!;
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  const [a, b, c, d, e, f, g, h] = solve(rows) as [number, number, number, number, number, number, number, number];
  // The corners are in front of the viewer, whatever the sign of the solution.
  const inFront = g * corners[0].x + h * corners[0].y + 1;
  return ({ x, y }) => {
    const depth = g * x + h * y + 1;
    return depth * inFront <= 0 ? null : { x: (a * x + b * y + c) / depth, y: (d * x + e * y + f) / depth };
  };
}

function solve(rows: number[][]): number[] {
  for (let pivot = 0; pivot < rows.length; pivot += 1) {
    const best = rows
      .slice(pivot)
      .reduce((at, row, index) => (Math.abs(row[pivot]!) > Math.abs(rows[at]![pivot]!) ? pivot + index : at), pivot);
    [rows[pivot], rows[best]] = [rows[best]!, rows[pivot]!];
    for (const [index, row] of rows.entries()) {
      if (index === pivot) continue;
      const factor = row[pivot]! / rows[pivot]![pivot]!;
      for (let column = 0; column < row.length; column += 1) row[column]! -= factor * rows[pivot]![column]!;
    }
  }
  return rows.map((row, index) => row.at(-1)! / row[index]!);
}

function fromCylinder({ axis: { from, to }, radiusPx, angle, rotation, sagPx }: Cylinder): Seek {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [alongX, alongY] = [(to.x - from.x) / length, (to.y - from.y) / length];
  return ({ x, y }) => {
    const across = (x - from.x) * alongY - (y - from.y) * alongX;
    if (Math.abs(across) >= radiusPx) return null;
    const seenAt = Math.asin(across / radiusPx);
    const down = (x - from.x) * alongX + (y - from.y) * alongY - sagPx * Math.sqrt(1 - (across / radiusPx) ** 2);
    return { x: ((seenAt * 180) / Math.PI - rotation) / angle + 0.5, y: down / length };
  };
}

const [STEPS_MAX, SMALL, CLOSE_PX, FAR] = [12, 1e-4, 1e-3, 0.3];

/** Newton's method on Hermite patches, from where the last point was found. */
function fromMesh({ columns, rows, points }: Mesh): Seek {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [across, down] = [hermite(columns), hermite(rows)];
  /** Of one axis, at the place that `across` and `down` were last moved to. */
  const sumOf = (values: readonly number[]): number => {
    let sum = 0;
    for (let row = 0; row < SHARES; row += 1) {
      const line = down.values[row]! * columns;
      let along = 0;
      for (let column = 0; column < SHARES; column += 1)
        along += across.shares[column]! * values[line + across.values[column]!]!;
      sum += down.shares[row]! * along;
    }
    return sum;
  };
  const slopesAt = (u: number, v: number, x: number, y: number) => {
    across.moveTo(u + SMALL);
    const [xu, yu] = [(sumOf(xs) - x) / SMALL, (sumOf(ys) - y) / SMALL];
    across.moveTo(u);
    down.moveTo(v + SMALL);
    return [xu, yu, (sumOf(xs) - x) / SMALL, (sumOf(ys) - y) / SMALL] as const;
  };
  let last = { x: 0.5, y: 0.5 };
  let slopes: ReturnType<typeof slopesAt> | undefined;
  return (photo) => {
    let { x: u, y: v } = last;
    for (let step = 0; step < STEPS_MAX; step += 1) {
      across.moveTo(u);
      down.moveTo(v);
      const [x, y] = [sumOf(xs), sumOf(ys)];
      const [offX, offY] = [photo.x - x, photo.y - y];
      if (Math.hypot(offX, offY) < CLOSE_PX) return (last = { x: u, y: v });
      // Those of the point before, which is a quarter of a pixel away, are good for a first step.
      if (step > 0 || !slopes) slopes = slopesAt(u, v, x, y);
      const [xu, yu, xv, yv] = slopes;
      const determinant = xu * yv - xv * yu;
      u += (offX * yv - xv * offY) / determinant;
      v += (xu * offY - offX * yu) / determinant;
      if (!(Math.abs(u - 0.5) < 0.5 + FAR && Math.abs(v - 0.5) < 0.5 + FAR)) return null;
    }
    return null;
  };
}

/** As many values have a share in what is between two. */
const SHARES = 4;

/**
 * Between 0 and 1 through so many evenly spaced values, with the slope at each half the difference of its neighbours; straight beyond
 * the ends: which values have a share in what is at a place, and what share.
 */
function hermite(count: number) {
  const last = count - 1;
  const [values, shares] = [new Uint32Array(SHARES), new Float64Array(SHARES)];
  const moveTo = (position: number): void => {
    const at = position * last;
    const first = Math.min(Math.max(Math.floor(at), 0), last - 1);
    const t = at - first;
    for (let place = 0; place < SHARES; place += 1) values[place] = Math.min(Math.max(first - 1 + place, 0), last);
    shares.fill(0);
    if (t < 0 || t > 1) {
      shares[1] = 1 - t;
      shares[2] = t;
      return;
    }
    const eased = t * t * (3 - 2 * t);
    shares[1] = 1 - eased;
    shares[2] = eased;
    addSlope(first, t * (1 - t) ** 2, 1);
    addSlope(first + 1, -t * t * (1 - t), 2);
  };
  /** At an end the difference of the last two. */
  const addSlope = (at: number, share: number, place: number): void => {
    const [before, after] = [at === 0 ? 0 : 1, at === last ? 0 : 1];
    shares[place - before]! -= share / (before + after);
    shares[place + after]! += share / (before + after);
  };
  return { values, shares, moveTo };
}
