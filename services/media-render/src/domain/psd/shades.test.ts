import { describe, expect, it } from 'vitest';
import { type Effect, mixOf } from './blend-modes.ts';
import type { Pixels } from './pixels.ts';
import { ByteBudget } from './psd-limits.ts';
import { Shades } from './shades.ts';

const SIZE = { width: 1, height: 1 };
const KINDS: [mode: string, kind: Effect['kind']][] = [
  ['normal', 'cover'],
  ['multiply', 'shadow'],
  ['screen', 'highlight'],
  ['hard light', 'both'],
];
const onePixel = (rgba: readonly number[]): Pixels => ({ ...SIZE, x: 0, y: 0, rgba: Uint8ClampedArray.from(rgba) });

/** What layers one on another give on an opaque colour, by the plain formula of each. */
function layered(ground: number, layers: readonly { mode: string; level: number; alpha: number }[]): number {
  let seen = ground / 255;
  for (const { mode, level, alpha } of layers) {
    const mixed = mixOf(mode)?.(seen, level / 255) ?? level / 255;
    seen += (mixed - seen) * (alpha / 255);
  }
  return seen * 255;
}

/** What the three layers of a template give: multiplied, screened, covered. */
function shaded(ground: number, { shadow, highlight, outline }: ReturnType<Shades['taken']>): number {
  let seen = ground / 255;
  const over = (pixels: Pixels | undefined, mix: (above: number) => number) => {
    if (!pixels) return;
    seen += (mix(pixels.rgba[0]! / 255) - seen) * (pixels.rgba[3]! / 255);
  };
  over(shadow, (above) => seen * above);
  over(highlight, (above) => seen + above - seen * above);
  over(outline, (above) => above);
  return seen * 255;
}

describe('layers above a print, put together', () => {
  const levels = [0, 60, 127, 200, 255];
  const pairs = KINDS.flatMap((one) => KINDS.map((other) => [one, other] as const));

  it.each(pairs)('%s, then %s look as they did one by one', ([firstMode, first], [secondMode, second]) => {
    for (const level of levels) {
      for (const alpha of [0, 100, 255]) {
        const layers = [
          { mode: firstMode, level, alpha },
          { mode: secondMode, level: 255 - level, alpha: 180 },
        ];
        const shades = new Shades(SIZE, new ByteBudget(1_000));
        shades.lay(onePixel([level, level, level, alpha]), first);
        shades.lay(onePixel([255 - level, 255 - level, 255 - level, 180]), second);
        const taken = shades.taken();

        for (const ground of levels)
          expect(
            Math.abs(shaded(ground, taken) - layered(ground, layers)),
            `${level} ${alpha} on ${ground}`,
          ).toBeLessThan(2.5);
      }
    }
  });

  it('are only those that change something', () => {
    const shades = new Shades(SIZE, new ByteBudget(1_000));
    shades.lay(onePixel([255, 255, 255, 255]), 'shadow');
    shades.lay(onePixel([0, 0, 0, 255]), 'highlight');

    expect(shades.taken()).toEqual({});
  });

  it('hold a texture apart, which is multiplied into the print alone', () => {
    const shades = new Shades({ width: 2, height: 1 }, new ByteBudget(1_000));
    const right = (level: number, alpha: number) => ({ ...onePixel([level, 255, 0, alpha]), x: 1 });
    shades.layTexture(right(128, 255));
    shades.layTexture(right(128, 51));

    const { texture, ...others } = shades.taken();
    expect(others).toEqual({});
    expect([...texture!.rgba]).toEqual([255, 255, 255, 255, 115, 255, 0, 255]);
  });

  it('take no more memory than there is', () => {
    const shades = new Shades({ width: 10, height: 10 }, new ByteBudget(799));
    shades.lay(onePixel([0, 0, 0, 255]), 'shadow');

    expect(() => shades.lay(onePixel([0, 0, 0, 255]), 'cover')).toThrow(
      expect.objectContaining({ reason: 'psd_too_large' }),
    );
  });
});
