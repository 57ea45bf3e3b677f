import { describe, expect, it } from 'vitest';
import { fit } from './placement.ts';
import { drawTestPattern, testPatternSizes, testPlacement } from './test-pattern.ts';

const PRINT_AREA = { x: 100, y: 200, width: 400, height: 600 };

describe('the test pattern', () => {
  const size = { width: 220, height: 330 };
  const pixels = drawTestPattern(size);
  const at = (x: number, y: number) => [...pixels.subarray((y * size.width + x) * 3, (y * size.width + x) * 3 + 3)];

  it('has another colour in each quarter, so that every rotation and mirror image can be recognized', () => {
    const quarters = [at(40, 60), at(180, 60), at(40, 270), at(180, 270)];

    expect(new Set(quarters.map(String)).size).toBe(4);
  });

  it('points up', () => {
    const [above, shaft, leftOfShaft, below] = [at(110, 75), at(110, 240), at(60, 240), at(110, 290)];

    expect([above, shaft]).toEqual([
      [20, 20, 20],
      [20, 20, 20],
    ]);
    expect([leftOfShaft, below]).not.toContainEqual([20, 20, 20]);
  });

  it('frames the print area, and is striped where it bleeds', () => {
    expect(at(10, 160)).toEqual([20, 20, 20]);
    expect(new Set(Array.from({ length: 40 }, (_, y) => String(at(4, 100 + y)))).size).toBe(2);
    expect(at(4, 160)).not.toEqual([20, 20, 20]);
  });
});

describe('sizes of the test pattern', () => {
  it('are the print area with its bleed, drawn no larger than 1,200 px', () => {
    const sizes = testPatternSizes(PRINT_AREA);
    const large = testPatternSizes({ x: 0, y: 0, width: 12_000, height: 6_000 });

    expect(sizes).toEqual({ original: { width: 440, height: 660 }, drawn: { width: 440, height: 660 } });
    expect(large).toEqual({ original: { width: 13_200, height: 6_600 }, drawn: { width: 1_200, height: 600 } });
    expect(testPatternSizes({ x: 0, y: 0, width: 0.1, height: 12_000 }).drawn).toEqual({ width: 1, height: 1_200 });
  });
});

describe('the placement of the test pattern', () => {
  it.each([
    [{}, { x: 80, y: 170, scale: 1, rotation: 0 }],
    [{ scale: 0.5 }, { x: 190, y: 335, scale: 0.5, rotation: 0 }],
    [
      { x: 0, rotation: -90 },
      { x: 0, y: 170, scale: 1, rotation: 270 },
    ],
    [
      { x: 1, y: 2, scale: 3, rotation: 4 },
      { x: 1, y: 2, scale: 3, rotation: 4 },
    ],
  ])('asked for as %j is %j', (requested, placement) => {
    expect(testPlacement(requested, PRINT_AREA)).toEqual(placement);
  });

  it('fits to the bleed when nothing is requested', () => {
    const { fits, overflow } = fit(testPatternSizes(PRINT_AREA).original, testPlacement({}, PRINT_AREA), PRINT_AREA);

    expect([fits, overflow]).toEqual([true, { top: 30, right: 20, bottom: 30, left: 20 }]);
  });

  it.each([[{ scale: 0.009 }], [{ scale: 20.1 }], [{ x: Number.NaN }], [{ rotation: Infinity }]])(
    'is rejected for %j',
    (requested) => {
      expect(() => testPlacement(requested, PRINT_AREA)).toThrow(/not valid/);
    },
  );
});
