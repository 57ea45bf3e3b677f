import { checkSurface, FLAT_SURFACE, type Surface } from '@estampa/kernel/surface';
import { describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { demoArtwork, demoTemplate } from './images.ts';

/** Drawing layers of some megapixels takes seconds of processor, and the tests share it. */
const DRAWN_WITHIN_MS = 240_000;

describe('a demo artwork', () => {
  it.each([1, 2, 3])('%d is a poster with transparency, the same each time', async (seed) => {
    const [one, again] = [await demoArtwork(seed), await demoArtwork(seed)];

    expect(one.equals(again)).toBe(true);
    expect(await sharp(one).metadata()).toMatchObject({ format: 'png', width: 2_400, height: 3_000, hasAlpha: true });
    expect((await sharp(one).stats()).isOpaque).toBe(false);
  });

  it('comes in other colours after the last design', async () => {
    expect((await demoArtwork(1)).equals(await demoArtwork(4))).toBe(false);
  });
});

describe('a demo template', () => {
  it.each([
    ['t-shirt', '#1F2A44'],
    ['mug', '#FFFFFF'],
    ['poster', '#FFFFFF'],
    ['tote-bag', '#B9B9B9'],
    ['phone-case', '#FFFFFF'],
  ] as const)(
    'of a %s has layers of one size, and its print area is on the product',
    async (product, color) => {
      const { printArea, sourceImage, surface, ...layers } = await demoTemplate(product, color);

      for (const image of Object.values(layers)) {
        expect(await sharp(image).metadata()).toMatchObject({ format: 'png', ...sourceImage });
      }
      const { x: left, y: top, width, height } = printArea;
      const { channels } = await sharp(
        await sharp(layers.mask).extract({ left, top, width, height }).toBuffer(),
      ).stats();
      expect(channels[0]!.min).toBe(255);
      expect(checkSurface({ ...FLAT_SURFACE, ...surface } as Surface, printArea)).toEqual([]);
    },
    DRAWN_WITHIN_MS,
  );
});
