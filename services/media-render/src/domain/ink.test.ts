import { describe, expect, it } from 'vitest';
import { blendArtwork } from './blending.ts';
import { grained, inked, isPlain, onUnderbase } from './ink.ts';

const PRODUCT = Uint8Array.of(200, 100, 50, 255);
const INK = { colour: Uint8Array.of(100, 200, 60), alpha: null };

/** What a product of one pixel looks like under ink. */
function laid(ink: Parameters<typeof inked>[1], artwork: Parameters<typeof inked>[0], product = PRODUCT): number[] {
  const levels = Float32Array.from(product);
  blendArtwork(levels, inked(artwork, ink, product, false), null);
  return [...levels].map(Math.round);
}

describe('ink', () => {
  it.each([
    ['normal', [100, 200, 60, 255]],
    ['multiply', [78, 78, 12, 255]],
    ['screen', [222, 222, 98, 255]],
  ] as const)('mixes with the product by %s', (blend, expected) => {
    expect(laid({ blend, inkOpacity: 1 }, INK)).toEqual(expected);
  });

  it('covers in its share where its opacity is less', () => {
    expect(laid({ blend: 'normal', inkOpacity: 0 }, INK)).toEqual([...PRODUCT]);
    expect(laid({ blend: 'normal', inkOpacity: 0.5 }, INK)).toEqual([150, 150, 55, 255]);
    expect(laid({ blend: 'multiply', inkOpacity: 0.5 }, INK)).toEqual([139, 89, 31, 255]);
  });

  it('takes colours multiplied by alpha, and shows as it is where there is no product', () => {
    const half = { colour: Uint8Array.of(50, 100, 30), alpha: Uint8Array.of(128) };

    expect(laid({ blend: 'multiply', inkOpacity: 1 }, half)[0]).toBeCloseTo(
      (200 * 127 + ((200 * 100) / 255) * 128) / 255,
      0,
    );
    expect(laid({ blend: 'multiply', inkOpacity: 1 }, INK, Uint8Array.of(0, 0, 0, 0))).toEqual([100, 200, 60, 255]);
  });

  it('on an underbase mixes with its white, and covers the product all the same', () => {
    const white = Uint8Array.of(240, 240, 230, 255);
    const shown = (artwork: typeof INK | { colour: Uint8Array; alpha: Uint8Array }, inkOpacity: number) => {
      const { colour, alpha } = onUnderbase(artwork, { blend: 'multiply', inkOpacity }, white);
      return [...colour, ...(alpha ?? [])];
    };

    expect(shown(INK, 1)).toEqual([94, 188, 54, 255]);
    expect(shown(INK, 0)).toEqual([240, 240, 230, 255]);
    expect(shown({ colour: Uint8Array.of(50, 100, 30), alpha: Uint8Array.of(128) }, 0.5)).toEqual([84, 107, 72, 128]);
    expect(shown({ colour: Uint8Array.of(0, 0, 0), alpha: Uint8Array.of(0) }, 0.5)).toEqual([0, 0, 0, 0]);
  });

  it('shows the grain of the product, and all colours where that is white', () => {
    const { colour, alpha } = grained(INK, Uint8Array.of(255, 128, 0));

    expect([[...colour], alpha]).toEqual([[100, 100, 0], null]);
    const every = { colour: Uint8Array.from({ length: 256 }, (_, level) => level), alpha: null };
    expect(grained(every, new Uint8Array(256).fill(255)).colour).toEqual(every.colour);
  });

  it('is plain when it covers as it is drawn', () => {
    expect(isPlain({ blend: 'normal', inkOpacity: 1 })).toBe(true);
    expect(isPlain({ blend: 'screen', inkOpacity: 1 })).toBe(false);
    expect(isPlain({ blend: 'normal', inkOpacity: 0.99 })).toBe(false);
  });
});
