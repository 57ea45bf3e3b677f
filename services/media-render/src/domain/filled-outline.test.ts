import { describe, expect, it } from 'vitest';
import { filled } from './filled-outline.ts';
import type { Point, Rectangle } from './geometry.ts';
import type { Stroke } from './text-layout.ts';

const AREA: Rectangle = { x: 0, y: 0, width: 4, height: 3 };
const polygon = (...corners: [number, number][]): Stroke[] =>
  corners.map(([x, y], at) => ({ kind: at === 0 ? 'move' : 'line', points: [{ x, y }] }));
const rectangle = (left: number, top: number, right: number, bottom: number) =>
  polygon([left, top], [right, top], [right, bottom], [left, bottom]);
const rowsOf = async (strokes: readonly Stroke[], area = AREA) => {
  const { pixels, width, height } = await filled(strokes, area, () => Promise.resolve());
  return Array.from({ length: height }, (_, row) => [...pixels.subarray(row * width, (row + 1) * width)]);
};

describe('an outline covers', () => {
  it.each<[string, Stroke[], number[][]]>([
    [
      'nothing',
      [],
      [
        [0, 0, 0, 0],
        [0, 0, 0, 0],
        [0, 0, 0, 0],
      ],
    ],
    [
      'all of it',
      rectangle(0, 0, 4, 3),
      [
        [255, 255, 255, 255],
        [255, 255, 255, 255],
        [255, 255, 255, 255],
      ],
    ],
    [
      'a pixel',
      rectangle(1, 1, 2, 2),
      [
        [0, 0, 0, 0],
        [0, 255, 0, 0],
        [0, 0, 0, 0],
      ],
    ],
    [
      'parts of pixels',
      rectangle(0.5, 0.5, 2.25, 2),
      [
        [64, 128, 32, 0],
        [128, 255, 64, 0],
        [0, 0, 0, 0],
      ],
    ],
    [
      'the same, drawn the other way',
      rectangle(0.5, 0.5, 2.25, 2)
        .toReversed()
        .map(({ points }, at) => ({ kind: at === 0 ? 'move' : 'line', points })),
      [
        [64, 128, 32, 0],
        [128, 255, 64, 0],
        [0, 0, 0, 0],
      ],
    ],
    [
      'half of each pixel on a diagonal',
      polygon([0, 0], [3, 3], [0, 3]),
      [
        [128, 0, 0, 0],
        [255, 128, 0, 0],
        [255, 255, 128, 0],
      ],
    ],
    [
      'what a flat slope crosses',
      polygon([0, 0], [4, 1], [0, 1]),
      [
        [223, 159, 96, 32],
        [0, 0, 0, 0],
        [0, 0, 0, 0],
      ],
    ],
    [
      'what is drawn twice once',
      [...rectangle(0, 0, 3, 1), ...rectangle(1, 0, 4, 1)],
      [
        [255, 255, 255, 255],
        [0, 0, 0, 0],
        [0, 0, 0, 0],
      ],
    ],
    [
      'nothing of a hole',
      [...rectangle(0, 0, 4, 3), ...polygon([1, 1], [1, 2], [3, 2], [3, 1])],
      [
        [255, 255, 255, 255],
        [255, 0, 0, 255],
        [255, 255, 255, 255],
      ],
    ],
  ])('%s', async (_name, strokes, expected) => {
    expect(await rowsOf(strokes)).toEqual(expected);
  });

  it('a circle by its area, of either kind of curve', async () => {
    const [radius, area] = [40, { x: -50, y: 10, width: 100, height: 100 }];
    const at = (angle: number, far = 1): Point => ({
      x: far * radius * Math.cos(angle),
      y: 60 + far * radius * Math.sin(angle),
    });
    const bends = Array.from({ length: 16 }, (_, n): Stroke => {
      const half = Math.PI / 16;
      return { kind: 'bend', points: [at((2 * n + 1) * half, 1 / Math.cos(half)), at((2 * n + 2) * half)] };
    });
    const handle = 0.5522847498;
    const curves = [0, 1, 2, 3].map((quarter): Stroke => {
      const turned = (x: number, y: number) => {
        const angle = (quarter * Math.PI) / 2;
        return {
          x: radius * (x * Math.cos(angle) - y * Math.sin(angle)),
          y: 60 + radius * (x * Math.sin(angle) + y * Math.cos(angle)),
        };
      };
      return { kind: 'curve', points: [turned(1, handle), turned(handle, 1), turned(0, 1)] };
    });
    for (const strokes of [bends, curves]) {
      const rows = await rowsOf([{ kind: 'move', points: [at(0)] }, ...strokes], area);
      const covered = rows.flat().reduce((sum, pixel) => sum + pixel / 255, 0);
      expect(Math.abs(covered - Math.PI * radius ** 2)).toBeLessThan(4);
    }
  });
});
