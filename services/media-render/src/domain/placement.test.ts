import { describe, expect, it } from 'vitest';
import { DomainError } from '@estampa/kernel/errors';
import { checkedPlacement, fit, fittedAndCentred, mustFit, type Placement, withBleed } from './placement.ts';

const ARTWORK = { width: 400, height: 200 };
const PRINT_AREA = { x: 100, y: 100, width: 400, height: 200 };
const placed = (placement: Partial<Placement>): Placement => ({ x: 100, y: 100, scale: 1, rotation: 0, ...placement });

describe('the bounds of a placed artwork', () => {
  it.each([
    [{}, { x: 100, y: 100, width: 400, height: 200 }],
    [{ scale: 0.5 }, { x: 100, y: 100, width: 200, height: 100 }],
    [{ rotation: 90 }, { x: 200, y: 0, width: 200, height: 400 }],
    [{ rotation: 180 }, { x: 100, y: 100, width: 400, height: 200 }],
    [{ rotation: 270 }, { x: 200, y: 0, width: 200, height: 400 }],
    [{ rotation: -90 }, { x: 200, y: 0, width: 200, height: 400 }],
    [{ rotation: 3_600_000_090 }, { x: 200, y: 0, width: 200, height: 400 }],
    [
      { scale: 20, x: -5_000, y: 7_000 },
      { x: -5_000, y: 7_000, width: 8_000, height: 4_000 },
    ],
    [{ scale: 0.01 }, { x: 100, y: 100, width: 4, height: 2 }],
  ])('of %j are %j', (placement, bounds) => {
    expect(fit(ARTWORK, placed(placement), PRINT_AREA).artworkBounds).toEqual(bounds);
  });

  it('rotate about the centre of the scaled artwork', () => {
    const { artworkBounds } = fit(ARTWORK, placed({ scale: 0.5, rotation: 45 }), PRINT_AREA);

    const side = (200 + 100) * Math.SQRT1_2;
    expect(artworkBounds.width).toBeCloseTo(side, 9);
    expect(artworkBounds.height).toBeCloseTo(side, 9);
    expect(artworkBounds.x + artworkBounds.width / 2).toBeCloseTo(200, 9);
    expect(artworkBounds.y + artworkBounds.height / 2).toBeCloseTo(150, 9);
  });
});

describe('the fit rule', () => {
  const NONE = { top: 0, right: 0, bottom: 0, left: 0 };

  it.each([
    ['inside', {}, NONE, true],
    ['exactly 5 percent over the left side', { x: 80 }, { ...NONE, left: 20 }, true],
    ['exactly 5 percent over the right side', { x: 120 }, { ...NONE, right: 20 }, true],
    ['exactly 5 percent over the top', { y: 90 }, { ...NONE, top: 10 }, true],
    ['exactly 5 percent over the bottom', { y: 110 }, { ...NONE, bottom: 10 }, true],
    ['a hundredth of a pixel more than that', { x: 79.99 }, { ...NONE, left: 20.01 }, false],
    ['too far down', { y: 110.5 }, { ...NONE, bottom: 10.5 }, false],
    ['over two sides', { x: 130, y: 120 }, { ...NONE, right: 30, bottom: 20 }, false],
    ['far outside', { x: -10_000 }, { ...NONE, left: 10_100 }, false],
    ['as far as a number goes', { x: 1e308 }, { ...NONE, right: 1e308 }, false],
    [
      'larger than the area on all sides',
      { x: 0, y: 50, scale: 1.5 },
      { top: 50, right: 100, bottom: 50, left: 100 },
      false,
    ],
    ['turned out of the area', { rotation: 90 }, { ...NONE, top: 100, bottom: 100 }, false],
    ['upside down', { rotation: 180 }, NONE, true],
  ])('an artwork %s', (_, placement, overflow, fits) => {
    const result = fit(ARTWORK, placed(placement), PRINT_AREA);

    expect(result.fits).toBe(fits);
    for (const [side, distance] of Object.entries(overflow)) {
      expect(result.overflow[side as keyof typeof NONE]).toBeCloseTo(distance, 9);
    }
  });

  it('is not decided by floating-point dust', () => {
    const area = { x: 0.1, y: 0.2, width: 333, height: 100 };
    const atTheEdge = { x: 0.1 - 333 * 0.05, y: 0.2, scale: 0.3, rotation: 0 };

    expect(fit(ARTWORK, atTheEdge, area).fits).toBe(true);
    expect(fit(ARTWORK, placed({ x: 100 - 1e-9 }), PRINT_AREA).overflow).toEqual(NONE);
    expect(fit(ARTWORK, placed({ x: 90 - 1e-9 }), PRINT_AREA).overflow.left).toBe(10);
  });

  it('names all four overflows when it rejects', () => {
    const reject = () => mustFit(ARTWORK, placed({ x: 70.5, y: 95 }), PRINT_AREA);

    expect(reject).toThrow(DomainError);
    expect(reject).toThrow(
      expect.objectContaining({
        reason: 'does_not_fit',
        details: {
          fields: [
            { path: 'overflow.top', code: 'within_bleed', message: '5 px outside the print area' },
            { path: 'overflow.right', code: 'within_bleed', message: '0 px outside the print area' },
            { path: 'overflow.bottom', code: 'within_bleed', message: '0 px outside the print area' },
            { path: 'overflow.left', code: 'does_not_fit', message: '30 px outside the print area' },
          ],
        },
      }),
    );
  });
});

describe('the default placement', () => {
  it.each([
    ['as wide as the area', { width: 800, height: 100 }, { x: 100, y: 175, scale: 0.5, rotation: 0 }],
    ['as high as the area', { width: 100, height: 400 }, { x: 275, y: 100, scale: 0.5, rotation: 0 }],
    ['made larger', { width: 40, height: 20 }, { x: 100, y: 100, scale: 10, rotation: 0 }],
    ['never more than 20 times', { width: 4, height: 2 }, { x: 260, y: 180, scale: 20, rotation: 0 }],
  ])('is %s and in its middle', (_, artwork, placement) => {
    expect(fittedAndCentred(artwork, PRINT_AREA)).toEqual(placement);
    expect(fit(artwork, placement, PRINT_AREA).fits).toBe(true);
  });

  it('never goes below a hundredth', () => {
    expect(fittedAndCentred({ width: 12_000, height: 10 }, { x: 0, y: 0, width: 60, height: 60 })).toEqual({
      x: -30,
      y: 29.95,
      scale: 0.01,
      rotation: 0,
    });
  });
});

describe('a placement', () => {
  it.each([
    [0, 0],
    [360, 0],
    [-360, 0],
    [-90, 270],
    [725.5, 5.5],
    [-0, 0],
    [-1e-20, 0],
  ])('turned by %d is kept as turned by %d', (rotation, stored) => {
    expect(Object.is(checkedPlacement(placed({ rotation })).rotation, stored)).toBe(true);
  });

  it.each([0.01, 20])('may be scaled by %d', (scale) => {
    expect(checkedPlacement(placed({ scale })).scale).toBe(scale);
  });

  it.each([
    [{ scale: 0.009 }, ['scale']],
    [{ scale: 20.1 }, ['scale']],
    [{ scale: NaN }, ['scale']],
    [{ x: Infinity, rotation: NaN, scale: -1 }, ['x', 'rotation', 'scale']],
  ])('with %j is rejected', (wrong, paths) => {
    const fields = paths.map((path) => expect.objectContaining({ path }));

    expect(() => checkedPlacement(placed(wrong))).toThrow(
      expect.objectContaining({ kind: 'invalid', details: { fields } }),
    );
  });
});

it('bleeds 5 percent of each extent on every side', () => {
  expect(withBleed(PRINT_AREA)).toEqual({ x: 80, y: 90, width: 440, height: 220 });
});
