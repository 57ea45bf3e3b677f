import { beforeEach, describe, expect, it } from 'vitest';
import type { ArtworkPixels } from './blending.ts';
import { NEIGHBOURS, PHASES, WEIGHTS } from './resampling-weights.ts';
import { NOWHERE, ORIGIN_PX, type SurfaceMap, TILE_PX } from './surface-map.ts';
import { BORDER_PX, type FlatDrawing, flatDrawing, regionOf, type Sampled, sampleRow } from './surface-sampling.ts';

const WINDOW = { x: 100, y: 50, width: 20, height: 18 };
const STEPS = 64;
const SIZE = { width: 12, height: 10 };
const ALL = [-ORIGIN_PX, -ORIGIN_PX, 400, 400];

let seed: number;
/** The same numbers in each run, from 0 up to below `end`. */
function next(end: number): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * end);
}
const levels = (count: number, max = 256) => Uint8Array.from({ length: count }, () => next(max));

beforeEach(() => void (seed = 7));

const drawingOf = (area = { x: 0, y: 0, ...SIZE }): FlatDrawing =>
  flatDrawing(area, SIZE, () => ({ colour: levels(SIZE.width * 3), alpha: levels(SIZE.width) }));

type Place = readonly [x: number, y: number] | null;

/** A map that shows these canvas points; two tiles across, two down. */
function mapOf(placeAt: (x: number, y: number) => Place, samples: readonly [number, number] = [1, 1], reads = ALL) {
  const places = new Uint16Array(WINDOW.width * WINDOW.height * 2).fill(NOWHERE);
  for (let y = 0; y < WINDOW.height; y += 1) {
    for (let x = 0; x < WINDOW.width; x += 1) {
      const place = placeAt(x, y)?.map((at) => Math.round((at + ORIGIN_PX) * STEPS));
      if (place) places.set(place, (y * WINDOW.width + x) * 2);
    }
  }
  const tiles = {
    columns: 2,
    reads: Int16Array.from([reads, ALL, ALL, ALL].flat()),
    samples: Uint8Array.from({ length: 8 }, (_none, at) => samples[at % 2]!),
  };
  const canvasWindow = { x: 0, y: 0, ...SIZE };
  return { window: WINDOW, canvasWindow, isWarped: true, places, steps: STEPS, tiles } satisfies SurfaceMap;
}

const placeIn = ({ places }: SurfaceMap, x: number, y: number) => {
  const at = (y * WINDOW.width + x) * 2;
  return places[at] === NOWHERE ? null : ([places[at]! / STEPS, places[at + 1]! / STEPS] as const);
};

const channelsOf = (pixel: number) => [pixel & 255, (pixel >>> 8) & 255, (pixel >>> 16) & 255, pixel >>> 24];

/** What is at a point of a drawing, in phases of its pixels: the weighted mean of its neighbours, nothing near the very edge. */
function expectedSample({ pixels, width, height }: FlatDrawing, x: number, y: number): number[] {
  const [column, row] = [Math.floor(x / PHASES), Math.floor(y / PHASES)];
  if (column < 1 || row < 1 || column > width - 3 || row > height - 3) return [0, 0, 0, 0];
  const place = (y - row * PHASES) * PHASES + (x - column * PHASES);
  const sums = [0, 0, 0, 0];
  for (const [index, [right, down]] of NEIGHBOURS.entries()) {
    const weight = WEIGHTS[place * NEIGHBOURS.length + index]! * (index < 4 ? 1 : -1);
    const channels = channelsOf(pixels[(row + down) * width + column + right]!);
    for (const [channel, level] of channels.entries()) sums[channel]! += weight * level;
  }
  return sums.map((sum) => Math.min(255, Math.max(0, Math.floor(sum / 128 + 0.5))));
}

/** The mean of the samples that a pixel is made of, up to a rounding. */
function expectedPixel(map: SurfaceMap, drawing: FlatDrawing, x: number, y: number): number[] {
  const place = placeIn(map, x, y);
  if (!place) return [0, 0, 0, 0];
  const scale = [SIZE.width / drawing.area.width, SIZE.height / drawing.area.height];
  const origin = [drawing.area.x, drawing.area.y];
  const phaseOf = (at: number, axis: number) =>
    Math.floor(((at - ORIGIN_PX + 0.5 - origin[axis]!) * scale[axis]! + BORDER_PX - 0.5) * PHASES + 0.5);
  const [across, down] = [map.tiles.samples[0]!, map.tiles.samples[1]!];
  // To the next pixel; where the window ends, from the one before. A run of pixels that ends there looks back as a whole.
  const isLastRun = x - (x % TILE_PX) + TILE_PX >= WINDOW.width;
  const step = (toX: number, toY: number, sign: number) => {
    const other = placeIn(map, toX, toY);
    return other ? [0, 1].map((axis) => sign * (other[axis]! - place[axis]!) * scale[axis]! * PHASES) : [0, 0];
  };
  const right = isLastRun ? step(x - 1, y, -1) : step(x + 1, y, 1);
  const below = y + 1 < WINDOW.height ? step(x, y + 1, 1) : step(x, y - 1, -1);
  const sums = [0, 0, 0, 0];
  for (let line = 0; line < down; line += 1) {
    for (let column = 0; column < across; column += 1) {
      const [u, v] = [(column + 0.5) / across - 0.5, (line + 0.5) / down - 0.5];
      const [atX, atY] = [0, 1].map((axis) =>
        Math.trunc(phaseOf(place[axis]!, axis) + u * right[axis]! + v * below[axis]!),
      );
      for (const [channel, level] of expectedSample(drawing, atX!, atY!).entries()) sums[channel]! += level;
    }
  }
  return sums.map((sum) => Math.floor(sum / (across * down) + 0.5));
}

function sampled(map: SurfaceMap, drawing: FlatDrawing, row: number, from = 0, to = WINDOW.width): number[][] {
  const count = to - from;
  const written: Sampled = { colour: levels(count * 3), alpha: levels(count) };
  sampleRow(map, drawing, { x: WINDOW.x + from, y: WINDOW.y + row }, written);
  return Array.from({ length: count }, (_none, at) => [
    ...written.colour.subarray(at * 3, at * 3 + 3),
    written.alpha[at]!,
  ]);
}

const ROWS = Array.from({ length: WINDOW.height }, (_none, row) => row);
const shown = (map: SurfaceMap, drawing: FlatDrawing) => ROWS.map((row) => sampled(map, drawing, row));
const computed = (map: SurfaceMap, drawing: FlatDrawing) =>
  ROWS.map((row) => Array.from({ length: WINDOW.width }, (_none, x) => expectedPixel(map, drawing, x, row)));

describe('a drawing on a surface', () => {
  it('shows as the mean of the neighbours of each point, to its edges and beyond', () => {
    const drawing = drawingOf();
    const map = mapOf(() => [next(24) - 6 + next(64) / 64, next(22) - 6 + next(64) / 64]);

    expect(shown(map, drawing)).toEqual(computed(map, drawing));
  });

  it('shows where it lies in the canvas, drawn as large as it is', () => {
    const drawing = drawingOf({ x: 4.25, y: 6.75, width: 24, height: 40 });
    const map = mapOf(() => [next(64) + next(64) / 64, next(64) + next(64) / 64]);

    expect(shown(map, drawing)).toEqual(computed(map, drawing));
  });

  it.each([
    [2, 2],
    [4, 1],
    [1, 4],
    [8, 2],
  ] as const)('shows as the mean of %i by %i samples where it is made smaller', (across, down) => {
    const map = mapOf(
      (x, y) => [(x * 0.5 + y * 0.125 + next(4)) % 12, (y * 0.5 + x * 0.0625 + next(4)) % 10],
      [across, down],
    );

    const drawing = drawingOf();

    expect(shown(map, drawing)).toEqual(computed(map, drawing));
  });

  it('shows nothing where nothing is seen, and no step to there', () => {
    const map = mapOf((x, y) => ((x + y) % 3 === 0 ? null : [x * 0.5, y * 0.5]), [2, 2]);

    const drawing = drawingOf();

    expect(shown(map, drawing)).toEqual(computed(map, drawing));
  });

  it('stays within black and white where its edges are sharp', () => {
    const sharp = () => Uint8Array.from({ length: SIZE.width * 3 }, () => next(2) * 255);
    const drawing = flatDrawing({ x: 0, y: 0, ...SIZE }, SIZE, () => ({ colour: sharp(), alpha: null }));

    const map = mapOf(() => [next(10) + next(64) / 64, next(8) + next(64) / 64]);

    expect(shown(map, drawing)).toEqual(computed(map, drawing));
  });

  it.each([
    [0, 20],
    [3, 9],
    [5, 16],
    [15, 20],
    [16, 17],
  ])('is written from any pixel of a row to any other: %i to %i', (from, to) => {
    const map = mapOf((x, y) => [x * 0.5, y * 0.5]);
    const drawing = drawingOf();

    expect(sampled(map, drawing, 9, from, to)).toEqual(sampled(map, drawing, 9).slice(from, to));
  });

  it.each([
    ['left of it', [0, 0, 3, 30], false],
    ['beside its left edge', [0, 0, 4, 30], true],
    ['beside its right edge', [15, 0, 30, 30], true],
    ['right of it', [16, 0, 30, 30], false],
    ['above it', [0, 0, 30, 1], false],
    ['beside its upper edge', [0, 0, 30, 2], true],
    ['beside its lower edge', [0, 11, 30, 30], true],
    ['below it', [0, 12, 30, 30], false],
  ])('is not looked for in tiles that read %s', (_where, reads, isRead) => {
    const drawing = drawingOf({ x: 4, y: 2, ...SIZE });
    const map = mapOf(() => [10, 6], [1, 1], reads);
    const [inTile, inNext] = [sampled(map, drawing, 3)[5]!, sampled(map, drawing, 3)[17]!];

    expect(inNext).not.toEqual([0, 0, 0, 0]);
    expect(inTile).toEqual(isRead ? inNext : [0, 0, 0, 0]);
  });
});

describe('the part of the output that a drawing shows on', () => {
  const NOTHING = [0, 0, -1, -1];
  const region = (...tiles: boolean[]) => {
    const map = mapOf(() => null);
    map.tiles.reads.set(tiles.flatMap((isSeen) => (isSeen ? ALL : NOTHING)));
    return regionOf(map, drawingOf());
  };

  it.each([
    [[true, true, true, true], WINDOW],
    [[true, false, false, false], { x: 100, y: 50, width: 16, height: 16 }],
    [[false, true, false, false], { x: 116, y: 50, width: 4, height: 16 }],
    [[false, false, true, false], { x: 100, y: 66, width: 16, height: 2 }],
    [[false, false, true, true], { x: 100, y: 66, width: 20, height: 2 }],
    [[false, true, true, false], WINDOW],
    [[false, false, false, false], null],
  ])('is that of the tiles which read it: %j', (tiles, expected) => {
    expect(region(...tiles)).toEqual(expected);
  });
});

it('a flat drawing is one number a pixel, with nothing around it', () => {
  const rows: ArtworkPixels[] = [
    { colour: Uint8Array.of(1, 2, 3, 4, 5, 6), alpha: Uint8Array.of(7, 200) },
    { colour: Uint8Array.of(10, 20, 30, 40, 50, 60), alpha: null },
  ];
  const area = { x: 0.5, y: 1, width: 4, height: 4 };
  const drawing = flatDrawing(area, { width: 2, height: 2 }, (row) => rows[row]!);

  expect(drawing).toMatchObject({ area, width: 2 + 2 * BORDER_PX, height: 2 + 2 * BORDER_PX });
  const at = (x: number, y: number) => channelsOf(drawing.pixels[(y + BORDER_PX) * drawing.width + x + BORDER_PX]!);
  expect([at(0, 0), at(1, 0), at(0, 1), at(1, 1)]).toEqual([
    [1, 2, 3, 7],
    [4, 5, 6, 200],
    [10, 20, 30, 255],
    [40, 50, 60, 255],
  ]);
  expect(drawing.pixels.filter((pixel) => pixel !== 0)).toHaveLength(4);
  expect(drawing.pixels).toHaveLength(drawing.width * drawing.height);
});
