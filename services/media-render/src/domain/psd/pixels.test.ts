import { describe, expect, it } from 'vitest';
import { mixOf } from './blend-modes.ts';
import { clearPixels, coverOf, eachPixel, fade, lay, type Pixels } from './pixels.ts';

const pixelsOf = (x: number, y: number, width: number, rgba: readonly number[]): Pixels => ({
  x,
  y,
  width,
  height: rgba.length / 4 / width,
  rgba: Uint8ClampedArray.from(rgba),
});
const HALF = 128;

it('pixels of a size are clear', () => {
  expect(clearPixels({ width: 2, height: 3 })).toEqual(
    pixelsOf(
      0,
      0,
      2,
      Array.from({ length: 24 }, () => 0),
    ),
  );
});

it('each pixel of a layer has its place in the document', () => {
  const places: number[][] = [];
  eachPixel(
    pixelsOf(
      1,
      2,
      2,
      Array.from({ length: 16 }, () => 0),
    ),
    10,
    (...place) => places.push(place),
  );

  expect(places).toEqual([
    [0, 21],
    [1, 22],
    [2, 31],
    [3, 32],
  ]);
});

describe('a layer on what lies beneath', () => {
  const laid = (beneath: readonly number[], above: readonly number[], mode = 'normal') => {
    const ground = pixelsOf(0, 0, 1, beneath);
    lay(ground, pixelsOf(0, 0, 1, above), mixOf(mode)!);
    return [...ground.rgba];
  };

  it.each<[string, number[], number[], string, number[]]>([
    ['that is opaque covers it', [10, 20, 30, 255], [200, 100, 50, 255], 'normal', [200, 100, 50, 255]],
    ['that is clear leaves it', [10, 20, 30, 255], [200, 100, 50, 0], 'normal', [10, 20, 30, 255]],
    ['half opaque is between', [0, 100, 200, 255], [255, 100, 0, HALF], 'normal', [128, 100, 100, 255]],
    ['is itself where nothing is', [9, 9, 9, 0], [200, 100, 50, HALF], 'normal', [200, 100, 50, HALF]],
    ['half opaque adds up with half', [0, 0, 0, HALF], [255, 255, 255, HALF], 'normal', [170, 170, 170, 192]],
    ['is mixed where both are', [255, 128, 0, 255], [128, 128, 128, 255], 'multiply', [128, 64, 0, 255]],
    ['is mixed for its share', [255, 255, 255, 255], [0, 0, 0, HALF], 'multiply', [127, 127, 127, 255]],
    ['is unmixed where nothing is', [0, 0, 0, 0], [100, 100, 100, 255], 'multiply', [100, 100, 100, 255]],
  ])('%s', (_what, beneath, above, mode, expected) => {
    expect(laid(beneath, above, mode)).toEqual(expected);
  });

  it('changes only its own place', () => {
    const ground = clearPixels({ width: 2, height: 2 });
    lay(ground, pixelsOf(1, 1, 1, [1, 2, 3, 255]), null);

    expect([...ground.rgba.subarray(0, 12)]).toEqual(Array.from({ length: 12 }, () => 0));
    expect([...ground.rgba.subarray(12)]).toEqual([1, 2, 3, 255]);
  });
});

describe('pixels are faded', () => {
  const faded = (opacity: number, ...covers: number[][]) => {
    const pixels = pixelsOf(1, 0, 2, [1, 2, 3, 200, 4, 5, 6, 100]);
    fade(
      pixels,
      opacity,
      covers.map((cover) => Uint8Array.from(cover)),
      3,
    );
    return [...pixels.rgba];
  };

  it.each<[string, number, number[][], [number, number]]>([
    ['not at all', 1, [], [200, 100]],
    ['by opacity', 0.5, [], [100, 50]],
    ['by a cover, which is over all of the document', 1, [[9, 255, 51]], [200, 20]],
    [
      'by all that there is',
      0.5,
      [
        [0, 255, 51],
        [0, 51, 255],
      ],
      [20, 10],
    ],
  ])('%s', (_how, opacity, covers, [first, second]) => {
    expect(faded(opacity, ...covers)).toEqual([1, 2, 3, first, 4, 5, 6, second]);
  });
});

it('a cover is where pixels are seen in the document', () => {
  const cover = coverOf(pixelsOf(1, 1, 2, [1, 1, 1, 40, 1, 1, 1, 50]), { width: 3, height: 2 });

  expect([...cover]).toEqual([0, 0, 0, 0, 40, 50]);
});
