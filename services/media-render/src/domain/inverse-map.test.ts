import { locateOn, type Warp } from '@estampa/kernel/warp';
import { describe, expect, it } from 'vitest';
import { invert } from './inverse-map.ts';

const PRINT_AREA = { x: 100, y: 100, width: 400, height: 400 };
const AREA = { x: 30, y: 90, width: 560, height: 480 };
const MUG: Warp = {
  kind: 'cylinder',
  axis: { from: { x: 300, y: 100 }, to: { x: 300, y: 500 } },
  radiusPx: 250,
  angle: 150,
  rotation: 10,
  sagPx: 40,
};
const FLAG: Warp = {
  kind: 'mesh',
  columns: 4,
  rows: 3,
  points: [0, 1, 2].flatMap((row) =>
    [0, 1, 2, 3].map((column) => ({ x: 120 + column * 130 + row * 8, y: 130 + row * 180 + (column % 2) * 45 })),
  ),
};
/** Of cells of 4 px, taken as straight; of 32 cells it would be ten times as much. */
const ERROR_MAX_PX = 0.03;

describe.each([
  ['a mug', MUG],
  ['a flag', FLAG],
])('a print on %s', (_what, warp) => {
  const { points } = invert({ warp, printArea: PRINT_AREA, flatArea: PRINT_AREA, area: AREA, factor: 1 });
  const locate = locateOn(warp, PRINT_AREA);
  const seenAt = (x: number, y: number) => {
    const at = ((y - AREA.y) * AREA.width + x - AREA.x) * 2;
    return { x: points[at]!, y: points[at + 1]! };
  };
  const spots = Array.from({ length: 24 * 24 }, (_none, at) => [
    (at % 24) / 24 + 0.02,
    Math.floor(at / 24) / 24 + 0.02,
  ]);

  it('shows at each pixel what was laid there', () => {
    const errors: number[] = [];
    for (let y = AREA.y; y < AREA.y + AREA.height; y += 3) {
      for (let x = AREA.x; x < AREA.x + AREA.width; x += 3) {
        const seen = seenAt(x, y);
        if (Number.isNaN(seen.x)) continue;
        const place = locate((seen.x - PRINT_AREA.x) / PRINT_AREA.width, (seen.y - PRINT_AREA.y) / PRINT_AREA.height)!;
        errors.push(Math.hypot(place.x - x - 0.5, place.y - y - 0.5));
      }
    }

    expect(errors.length).toBeGreaterThan(10_000);
    expect(Math.max(...errors)).toBeLessThan(ERROR_MAX_PX);
  });

  it('shows all of it', () => {
    const missing = spots.filter(([u, v]) => {
      const place = locate(u!, v!)!;
      return Number.isNaN(seenAt(Math.floor(place.x), Math.floor(place.y)).x);
    });

    expect(missing).toEqual([]);
  });
});

it('a print on a mug ends where its edges are', () => {
  const { points } = invert({ warp: MUG, printArea: PRINT_AREA, flatArea: PRINT_AREA, area: AREA, factor: 1 });
  const row = Array.from({ length: AREA.width }, (_none, x) => points[((320 - AREA.y) * AREA.width + x) * 2]!);
  const seen = row.flatMap((place, x) => (Number.isNaN(place) ? [] : [x + AREA.x]));

  // 250 px times the sine of 65 degrees to the left, and of 85 degrees to the right.
  expect([seen[0], seen.at(-1), seen.length]).toEqual([73, 548, 476]);
});

it('a thing that is turned away shows no more than its front', () => {
  const warp: Warp = { ...MUG, angle: 300 };
  const { points } = invert({ warp, printArea: PRINT_AREA, flatArea: PRINT_AREA, area: AREA, factor: 1 });
  const seen = points.filter((place) => !Number.isNaN(place));

  expect(seen.length).toBeGreaterThan(points.length / 2);
  // Half of the circumference of which the print takes 300 degrees, rotated by 10.
  const xs = seen.filter((_place, at) => at % 2 === 0).map((x) => (x - PRINT_AREA.x) / PRINT_AREA.width);
  expect(xs.reduce((one, other) => Math.min(one, other))).toBeGreaterThan(0.5 - 100 / 300);
  expect(xs.reduce((one, other) => Math.max(one, other))).toBeLessThan(0.5 + 80 / 300);
});
