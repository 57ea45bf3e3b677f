import { describe, expect, it } from 'vitest';
import { effectiveDpi } from './print-quality.ts';

describe('effective DPI', () => {
  const bounds = { x: 10, y: 20, width: 1_000, height: 1_500 };

  it.each([
    // 254 mm are ten inches: 1,000 pixels of the template lie on them.
    ['an artwork in the template\u2019s own pixels', 254, 1, 100],
    ['one of twice as many', 254, 0.5, 200],
    ['one that is blown up', 254, 4, 25],
    ['exactly the least good', 254, 2 / 3, 150],
    ['just under it', 254, 0.667, 149],
    ['one inch', 25.4, 1, 1_000],
  ])('of %s', (_case, widthMm, scale, dpi) => {
    expect(effectiveDpi({ bounds, widthMm }, { scale })).toBe(dpi);
  });

  it('is not known where the size on the product is not', () => {
    expect(effectiveDpi({ bounds, widthMm: null }, { scale: 1 })).toBeNull();
  });
});
