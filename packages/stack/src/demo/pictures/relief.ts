import { randomNumbers } from '../../random.ts';
import type { Size } from './svg.ts';

/** Local constants: global lookups make these loops five times as slow in the test runner. */
const { ceil, exp, floor, hypot, max, min, sin, sqrt } = Math;

/** Heights of a surface, one for each pixel. */
export type Relief = Size & { heights: Float32Array };

/** A soft crease along a curve: a ridge when its height is positive, a furrow when negative. */
export type Fold = {
  from: [number, number];
  bend: [number, number];
  to: [number, number];
  width: number;
  height: number;
};

export const flatRelief = ({ width, height }: Size): Relief => ({
  width,
  height,
  heights: new Float32Array(width * height),
});

const REACH = 3;

export function addFold(relief: Relief, { from, bend, to, width, height }: Fold): void {
  const length = hypot(bend[0] - from[0], bend[1] - from[1]) + hypot(to[0] - bend[0], to[1] - bend[1]);
  const steps = ceil((length / width) * 2);
  // The bumps overlap; their sum is the height of the fold.
  const bump = (height * (length / steps)) / (sqrt(2 * Math.PI) * width);
  for (let step = 0; step <= steps; step += 1) {
    const t = step / steps;
    const along = (axis: 0 | 1) => (1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * bend[axis] + t ** 2 * to[axis];
    addBump(relief, {
      x: along(0),
      y: along(1),
      radius: width * (0.5 + t),
      height: bump * sin(Math.PI * t) ** 0.6,
    });
  }
}

type Bump = { x: number; y: number; radius: number; height: number };

function addBump({ width, height: rows, heights }: Relief, { x, y, radius, height }: Bump): void {
  const reach = radius * REACH;
  const [left, right] = [max(0, floor(x - reach)), min(width - 1, ceil(x + reach))];
  const [top, bottom] = [max(0, floor(y - reach)), min(rows - 1, ceil(y + reach))];
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) {
      const distance = ((column - x) ** 2 + (row - y) ** 2) / (2 * radius * radius);
      heights[row * width + column]! += height * exp(-distance);
    }
  }
}

/** Gentle waves without direction, `grain` pixels wide. */
export function addWaves(
  relief: Relief,
  { grain, height, seed }: { grain: number; height: number; seed: number },
): void {
  const random = randomNumbers(seed);
  const columns = ceil(relief.width / grain) + 2;
  const rows = ceil(relief.height / grain) + 2;
  const knots = Float32Array.from({ length: columns * rows }, () => random() * 2 - 1);
  const smooth = (t: number) => t * t * t * (t * (t * 6 - 15) + 10);
  for (let y = 0; y < relief.height; y += 1) {
    const row = floor(y / grain);
    const down = smooth(y / grain - row);
    for (let x = 0; x < relief.width; x += 1) {
      const column = floor(x / grain);
      const across = smooth(x / grain - column);
      const at = row * columns + column;
      const above = knots[at]! * (1 - across) + knots[at + 1]! * across;
      const below = knots[at + columns]! * (1 - across) + knots[at + columns + 1]! * across;
      relief.heights[y * relief.width + x]! += height * (above * (1 - down) + below * down);
    }
  }
}

/** A body as full as its silhouette is wide: the coverage, blurred. */
export function addVolume(
  relief: Relief,
  coverage: Buffer,
  { softness, height }: { softness: number; height: number },
): void {
  let body = Float32Array.from(coverage, (byte) => (byte / 255) * height);
  for (let pass = 0; pass < 3; pass += 1)
    body = blurred(blurred(body, relief, softness, 'across'), relief, softness, 'down');
  for (let index = 0; index < body.length; index += 1) relief.heights[index]! += body[index]!;
}

function blurred(
  values: Float32Array,
  { width, height }: Size,
  radius: number,
  way: 'across' | 'down',
): Float32Array<ArrayBuffer> {
  const [lines, length, lineStep, step] = way === 'across' ? [height, width, width, 1] : [width, height, 1, width];
  const result = new Float32Array(values.length);
  for (let line = 0; line < lines; line += 1) {
    const value = (index: number) => values[line * lineStep + min(max(index, 0), length - 1) * step]!;
    let sum = 0;
    for (let index = -radius; index <= radius; index += 1) sum += value(index);
    for (let index = 0; index < length; index += 1) {
      result[line * lineStep + index * step] = sum / (2 * radius + 1);
      sum += value(index + radius + 1) - value(index - radius);
    }
  }
  return result;
}

// A window above, to the left.
const LIGHT = { x: -0.42, y: -0.5, z: 0.76 };

/** How bright each pixel is, against 1 for a flat surface. */
export function lit({ width, height, heights }: Relief): Float32Array {
  const brightness = new Float32Array(heights.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const slopeX = heights[y * width + min(x + 1, width - 1)]! - heights[y * width + max(x - 1, 0)]!;
      const slopeY = heights[min(y + 1, height - 1) * width + x]! - heights[max(y - 1, 0) * width + x]!;
      const facing = (-slopeX * LIGHT.x - slopeY * LIGHT.y) / 2 + LIGHT.z;
      brightness[at] = facing / (LIGHT.z * hypot(slopeX / 2, slopeY / 2, 1));
    }
  }
  return brightness;
}
