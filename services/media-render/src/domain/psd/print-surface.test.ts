import { randomNumbers } from '@estampa/testing/random-numbers';
import { locateOn, type Point } from '@estampa/kernel/warp';
import { describe, expect, it } from 'vitest';
import { type PlacedPrint, printSurface } from './print-surface.ts';

const DOCUMENT = { width: 400, height: 300 };
const CONTENT = { width: 1_000, height: 500 };
const BOUNDS = { x: 0, y: 0, ...CONTENT };
const points = (...numbers: number[]): Point[] =>
  Array.from({ length: numbers.length / 2 }, (_none, at) => ({ x: numbers[at * 2]!, y: numbers[at * 2 + 1]! }));
const FLAT = points(100, 50, 300, 50, 300, 150, 100, 150);
const placed = (given: Partial<PlacedPrint>): PlacedPrint => ({
  corners: FLAT,
  content: CONTENT,
  bounds: BOUNDS,
  envelope: null,
  isOtherWarp: false,
  ...given,
});

/** Control points of a Bézier surface over the content, each moved. */
const envelope = (columns: number, rows: number, move: (u: number, v: number) => [number, number] = () => [0, 0]) =>
  Array.from({ length: columns * rows }, (_none, at) => {
    const [u, v] = [(at % columns) / (columns - 1), Math.floor(at / columns) / (rows - 1)];
    const [dx, dy] = move(u, v);
    return { x: u * CONTENT.width + dx, y: v * CONTENT.height + dy };
  });
const ONE_PATCH = { across: [0, 1], down: [0, 1] };

describe('the surface of a smart object', () => {
  it('that lies straight is its place, without a warp', () => {
    expect(printSurface(placed({}), DOCUMENT)).toEqual({
      printArea: { x: 100, y: 50, width: 200, height: 100 },
      warp: null,
      lost: [],
    });
  });

  it('in perspective has its corners, on an area of its proportions', () => {
    const corners = points(100, 60, 300, 40, 310, 170, 90, 150);
    const surface = printSurface(placed({ corners }), DOCUMENT)!;

    expect(surface.warp).toEqual({ kind: 'perspective', corners });
    expect(surface.printArea.width / surface.printArea.height).toBeCloseTo(2);
    expect(surface.lost).toEqual([]);
  });

  it('turned by half stays so', () => {
    const corners = points(300, 150, 100, 150, 100, 50, 300, 50);

    expect(printSurface(placed({ corners }), DOCUMENT)).toMatchObject({ warp: { corners }, lost: [] });
  });

  it('larger than the document has an area inside of it', () => {
    const corners = points(-500, -200, 900, -200, 900, 500, -500, 500);
    const { printArea } = printSurface(placed({ corners }), DOCUMENT)!;

    expect(printArea).toEqual({ x: 0, y: 50, width: 400, height: 200 });
  });

  it('has an area that ends inside of the document to the last digit, wherever it overhangs', () => {
    const random = randomNumbers(20_261_127);
    const beyond = Array.from({ length: 200 }, () => {
      const document = { width: 1 + Math.floor(random() * 4_000), height: 1 + Math.floor(random() * 4_000) };
      const [width, height] = [random() * 1.5 * document.width, random() * 1.5 * document.height];
      const [x, y] = [random() * document.width - width / 4, random() * document.height - height / 4];
      const corners = points(x, y, x + width, y, x + width, y + height, x, y + height);
      return { document, area: printSurface(placed({ corners, content: { width, height } }), document)?.printArea };
    }).filter(
      ({ document, area }) =>
        area &&
        !(
          area.x >= 0 &&
          area.y >= 0 &&
          area.x + area.width <= document.width &&
          area.y + area.height <= document.height
        ),
    );

    expect(beyond).toEqual([]);
  });

  it('with control points where they lie anyway needs no mesh', () => {
    const surface = printSurface(placed({ envelope: { points: envelope(4, 4), ...ONE_PATCH } }), DOCUMENT);

    expect(surface).toMatchObject({ warp: null, lost: [] });
  });

  it('with moved control points is the same Bézier surface, within a tenth of a pixel', () => {
    const bulge = envelope(4, 4, (u, v) => [40 * Math.sin(Math.PI * v), 60 * Math.sin(Math.PI * u)]);
    const { warp, printArea, lost } = printSurface(placed({ envelope: { points: bulge, ...ONE_PATCH } }), DOCUMENT)!;

    expect([warp?.kind, lost]).toEqual(['mesh', []]);
    const seen = locateOn(warp, printArea);
    for (const [u, v] of [
      [0, 0],
      [0.31, 0.77],
      [0.5, 0.5],
      [0.93, 0.05],
      [1, 1],
    ] as const) {
      const wanted = bezier(bulge, u, v);
      const { x, y } = seen(u, v)!;
      expect(Math.hypot(x - (100 + wanted.x / 5), y - (50 + wanted.y / 5)), `${u} ${v}`).toBeLessThan(0.1);
    }
  });

  it('of several patches goes on from one to the next', () => {
    const two = envelope(7, 4, (u) => [0, u > 0.5 ? 80 * (u - 0.5) : 0]);
    const { warp, lost } = printSurface(
      placed({ envelope: { points: two, across: [0, 500, 1_000], down: [0, 500] } }),
      DOCUMENT,
    )!;

    expect(lost).toEqual([]);
    const seen = locateOn(warp, { ...BOUNDS });
    expect(seen(0.25, 0)!.y).toBeCloseTo(50, 0);
    expect(seen(1, 0)!.y).toBeCloseTo(58, 1);
  });

  it.each<[string, Partial<PlacedPrint>, string[]]>([
    ['a style of its own', { isOtherWarp: true }, ['warp_style']],
    [
      'a mesh that folds',
      { envelope: { points: envelope(4, 4, (u) => [u > 0.5 ? -2_500 : 0, 0]), ...ONE_PATCH } },
      ['mesh'],
    ],
    ['corners that cross', { corners: points(100, 50, 300, 150, 300, 50, 100, 150) }, ['perspective']],
    ['mirrored corners', { corners: points(300, 50, 100, 50, 100, 150, 300, 150) }, ['perspective']],
  ])('with %s says what is lost', (_name, given, lost) => {
    expect(printSurface(placed(given), DOCUMENT)!.lost).toEqual(lost);
  });

  it.each<[string, Partial<PlacedPrint>]>([
    ['three corners', { corners: FLAT.slice(1) }],
    ['a corner nowhere', { corners: [...FLAT.slice(1), { x: NaN, y: 0 }] }],
    ['no area', { corners: points(5, 5, 5, 5, 5, 5, 5, 5) }],
    ['hardly any width', { corners: points(5, 5, 5.5, 5, 5.5, 90, 5, 90) }],
  ])('with %s is none', (_name, given) => {
    expect(printSurface(placed(given), DOCUMENT)).toBeNull();
  });
});

/** Bernstein's formula, as it stands in every book. */
function bezier(control: readonly Point[], u: number, v: number): Point {
  const basis = (t: number) => [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3];
  let [x, y] = [0, 0];
  for (const [row, down] of basis(v).entries())
    for (const [column, across] of basis(u).entries()) {
      x += control[row * 4 + column]!.x * down * across;
      y += control[row * 4 + column]!.y * down * across;
    }
  return { x, y };
}
