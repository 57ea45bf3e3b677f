import { describe, expect, it } from 'vitest';
import { pixelsPerMetre, planPrint, PRINT_SIDE_MAX_PX, printedPart } from './print-plan.ts';
import { AREA_MAX_PX } from './image.ts';

const AREA = { x: 100, y: 50, width: 200, height: 100 };
const placed = (change: object = {}) => ({ x: 100, y: 50, scale: 0.5, rotation: 0, ...change });

describe('the plan of a print', () => {
  it('is the print area in pixels of the artwork', () => {
    const plan = planPrint({ width: 400, height: 200 }, placed(), AREA);

    expect(plan).toEqual({ canvas: { width: 400, height: 200 }, scale: 1, rotation: 0, centre: { x: 200, y: 100 } });
    expect(printedPart({ width: 400, height: 200 }, plan)).toEqual({
      crop: { x: 0, y: 0, width: 400, height: 200 },
      scaled: { width: 400, height: 200 },
      centre: { x: 200, y: 100 },
    });
  });

  it('leaves out what lies outside of the print area', () => {
    const artwork = { width: 400, height: 200 };

    expect(printedPart(artwork, planPrint(artwork, placed({ x: 80 }), AREA))).toMatchObject({
      crop: { x: 40, y: 0, width: 360, height: 200 },
      centre: { x: 180, y: 100 },
    });
    expect(printedPart(artwork, planPrint(artwork, placed({ x: 400 }), AREA))).toBeNull();
  });

  it.each([
    ['long', { x: 0, y: 0, width: 1_000, height: 10 }],
    ['large', { x: 0, y: 0, width: 1_000, height: 1_000 }],
  ])('stays bounded where a small artwork lies on a %s area', (_what, area) => {
    const { canvas, scale } = planPrint({ width: 100, height: 100 }, placed({ scale: 0.01 }), area);

    expect(Math.max(canvas.width, canvas.height)).toBeLessThanOrEqual(PRINT_SIDE_MAX_PX);
    expect(canvas.width * canvas.height).toBeLessThanOrEqual(AREA_MAX_PX);
    expect(scale).toBeLessThan(1);
  });

  it('states its size as PNG does, in pixels on a metre', () => {
    expect(pixelsPerMetre({ width: 400, height: 1 }, 100)).toBe(4_000);
    expect(pixelsPerMetre({ width: 1, height: 1 }, 10_000)).toBe(1);
  });
});
