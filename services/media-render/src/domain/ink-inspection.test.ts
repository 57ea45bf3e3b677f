import { describe, expect, it } from 'vitest';
import { inspectInk, markInk, MARKS } from './ink-inspection.ts';

const SIZE = 64;

/** What `alphaAt` says of each pixel. */
function planeOf(alphaAt: (x: number, y: number) => number) {
  const pixels = Uint8Array.from({ length: SIZE * SIZE }, (_, at) => alphaAt(at % SIZE, Math.floor(at / SIZE)));
  return { width: SIZE, height: SIZE, pixels };
}

const bar = (left: number, width: number) => (x: number, y: number) =>
  x >= left && x < left + width && y >= 8 && y < 56 ? 255 : 0;
const slope = (width: number) => (x: number, y: number) => (Math.abs(x - y) <= (width * Math.SQRT2) / 2 ? 255 : 0);
const widthsOf = (alphaAt: (x: number, y: number) => number): number[] =>
  [...inspectInk(planeOf(alphaAt)).widths.entries()].filter(([, count]) => count >= 24).map(([width]) => width);

describe('how wide lines are', () => {
  it.each([
    [1, 2],
    [2, 2],
    [3, 4],
    [4, 4],
    [9, 10],
    [12, 12],
  ])('of %i px are taken for %i', (width, seen) => {
    expect(widthsOf(bar(10, width))).toEqual([seen]);
  });

  it('is the same across the pixels, within the error of steps', () => {
    const [seen] = widthsOf(slope(8));
    expect(seen).toBeGreaterThanOrEqual(8);
    expect(seen).toBeLessThanOrEqual(10);
  });

  it('does not count the corners of what is wide', () => {
    expect(
      inspectInk(planeOf(bar(10, 40)))
        .widths.subarray(0, 40)
        .some((count) => count > 0),
    ).toBe(false);
  });

  it('tells apart what lies beside one another', () => {
    expect(widthsOf((x, y) => Math.max(bar(8, 2)(x, y), bar(20, 12)(x, y)))).toEqual([2, 12]);
  });
});

describe('ink', () => {
  it('is where alpha is more than a blur leaves', () => {
    expect(inspectInk(planeOf(bar(10, 12))).bounds).toEqual({ x: 10, y: 8, width: 12, height: 48 });
    expect(inspectInk(planeOf(() => 4)).bounds).toBeNull();
  });

  it('is faint inside, not where it ends', () => {
    const halo = (x: number, y: number) => Math.max(bar(20, 20)(x, y), bar(19, 22)(x, y) && 100);
    expect(inspectInk(planeOf(halo)).alphas[100]).toBe(0);
    const veil = (x: number, y: number) => bar(10, 40)(x, y) && 100;
    expect(inspectInk(planeOf(veil)).alphas[100]).toBe((40 - 4) * (48 - 4));
  });
});

it('marks what is thin larger than it is, and what is faint where it is', () => {
  const plane = planeOf((x, y) => Math.max(bar(8, 2)(x, y), bar(30, 20)(x, y) && 100));
  const marks = markInk(plane, { widthPx: 3, alpha: 128 }, 3);
  const at = (x: number) => marks[30 * SIZE + x];
  expect([at(4), at(6), at(12), at(15)]).toEqual([MARKS.none, MARKS.thin, MARKS.thin, MARKS.none]);
  expect([at(31), at(40)]).toEqual([MARKS.none, MARKS.faint]);
});
