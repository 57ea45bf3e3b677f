import { describe, expect, it } from 'vitest';
import type { Rectangle } from './geometry.ts';
import { type Glyph, type Line, textInBox } from './text-layout.ts';

/** A letter as wide as high, with a margin of a tenth. */
const glyph = (kerning = 0): Glyph => ({
  strokes: [
    { kind: 'move', points: [{ x: 0.1, y: -0.8 }] },
    { kind: 'line', points: [{ x: 0.9, y: -0.8 }] },
    { kind: 'line', points: [{ x: 0.9, y: 0 }] },
    { kind: 'line', points: [{ x: 0.1, y: 0 }] },
  ],
  advance: 1,
  kerning,
});
const line = (count: number, kerning = 0): Line => ({
  glyphs: Array.from({ length: count }, () => glyph(kerning)),
  ascent: 0.9,
  descent: 0.1,
});
const BOX: Rectangle = { x: 10, y: 20, width: 400, height: 100 };
const bottoms = (drawn: ReturnType<typeof textInBox>) =>
  Array.from({ length: drawn.strokes.length / 4 }, (_, at) =>
    Math.max(...drawn.strokes.slice(4 * at, 4 * at + 4).flatMap(({ points }) => points.map(({ y }) => y))),
  );

describe('a line of text', () => {
  it.each<[string, Line, Rectangle]>([
    ['is as wide as the box', line(8), { x: 15, y: 50, width: 390, height: 40 }],
    ['is as high as the box, in the middle', line(2), { x: 120, y: 30, width: 180, height: 80 }],
    [
      'stands closer where its font says so, but for the last one',
      line(5, -0.25),
      { x: 20, y: 30, width: 380, height: 80 },
    ],
  ])('%s', (_name, given, expected) => {
    const { bounds } = textInBox(given, 0, BOX);
    for (const side of ['x', 'y', 'width', 'height'] as const) expect(bounds[side]).toBeCloseTo(expected[side], 9);
  });

  it('is highest in the middle of an arch, and lowest in that of a bowl', () => {
    const [arch, bowl] = [bottoms(textInBox(line(9), 90, BOX)), bottoms(textInBox(line(9), -90, BOX))];
    expect(Math.min(...arch)).toBe(arch[4]);
    expect(Math.max(...bowl)).toBe(bowl[4]);
    expect(arch[0]).toBeCloseTo(arch[8]!, 9);
    expect(bowl[0]).toBeCloseTo(bowl[8]!, 9);
  });

  it('is straight again as its arch gets flat', () => {
    const [flat, straight] = [textInBox(line(9), 1e-6, BOX), textInBox(line(9), 0, BOX)];
    flat.strokes.forEach(({ points }, at) =>
      points.forEach((point, n) => {
        expect(point.x).toBeCloseTo(straight.strokes[at]!.points[n]!.x, 3);
        expect(point.y).toBeCloseTo(straight.strokes[at]!.points[n]!.y, 3);
      }),
    );
  });

  it('lies within its box, however it bends', () => {
    for (const curve of [-180, -90, -1, 0, 1, 45, 180])
      for (const count of [1, 2, 3, 20, 60])
        for (const box of [
          BOX,
          { x: -5, y: 0, width: 3, height: 300 },
          { x: 0.5, y: 0.25, width: 0.75, height: 0.5 },
        ]) {
          const { bounds } = textInBox(line(count), curve, box);
          expect(bounds.x).toBeGreaterThan(box.x - 1e-9);
          expect(bounds.y).toBeGreaterThan(box.y - 1e-9);
          expect(bounds.x + bounds.width).toBeLessThan(box.x + box.width + 1e-9);
          expect(bounds.y + bounds.height).toBeLessThan(box.y + box.height + 1e-9);
        }
  });
});
