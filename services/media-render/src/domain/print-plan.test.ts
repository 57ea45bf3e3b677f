import { describe, expect, it } from 'vitest';
import { pixelsPerMetre, planPrint, PRINT_SIDE_MAX_PX, printedPart, printedSize } from './print-plan.ts';
import { AREA_MAX_PX } from './image.ts';

const AREA = { x: 100, y: 50, width: 200, height: 100 };
const placed = (change: object = {}) => ({ x: 100, y: 50, scale: 0.5, rotation: 0, ...change });

it.each([
  [100, 0.5, { canvas: { width: 400, height: 200 }, widthMm: 100, heightMm: 50, dpi: 102 }],
  [16.9333, 1, { canvas: { width: 200, height: 100 }, widthMm: 16.9333, heightMm: 8.46665, dpi: 300 }],
  [null, 1, { canvas: { width: 200, height: 100 }, widthMm: null, heightMm: null, dpi: null }],
])('a print on %s mm at scale %s has its size and resolution', (widthMm, scale, expected) => {
  expect(printedSize({ placement: placed({ scale }), printArea: { bounds: AREA, widthMm } })).toEqual(expected);
});

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

describe('the part of an artwork that is printed', () => {
  const artwork = { width: 400, height: 200 };
  const plan = { canvas: { width: 100, height: 60 }, centre: { x: 30, y: 20 } };

  it.each([
    [
      { scale: 0.5, rotation: 0 },
      {
        crop: { x: 134, y: 54, width: 212, height: 132 },
        scaled: { width: 106, height: 66 },
        centre: { x: 50, y: 30 },
      },
    ],
    [
      { scale: 0.5, rotation: 90 },
      {
        crop: { x: 154, y: 0, width: 132, height: 166 },
        scaled: { width: 66, height: 83 },
        centre: { x: 38.5, y: 30 },
      },
    ],
    [
      { scale: 1, rotation: 90 },
      { crop: { x: 180, y: 30, width: 60, height: 100 }, scaled: { width: 60, height: 100 }, centre: { x: 50, y: 30 } },
    ],
    [
      { scale: 1, rotation: 180 },
      { crop: { x: 130, y: 60, width: 100, height: 60 }, scaled: { width: 100, height: 60 }, centre: { x: 50, y: 30 } },
    ],
    [
      { scale: 2, rotation: 0 },
      { crop: { x: 183, y: 88, width: 54, height: 34 }, scaled: { width: 108, height: 68 }, centre: { x: 50, y: 30 } },
    ],
  ])('is what the canvas shows, and a little more where it is enlarged or turned: %j', (how, part) => {
    expect(printedPart(artwork, { ...plan, ...how })).toEqual(part);
  });

  it.each([
    ['left of it', { x: -201, y: 20 }],
    ['right of it', { x: 301, y: 20 }],
    ['above it', { x: 30, y: -101 }],
    ['below it', { x: 30, y: 161 }],
    ['beside it', { x: 300, y: 20 }],
  ])('is none where the artwork lies %s', (_where, centre) => {
    expect(printedPart(artwork, { ...plan, centre, scale: 1, rotation: 0 })).toBeNull();
  });
});
