import { checkSurface, FLAT_SURFACE, type Surface } from '@estampa/kernel/surface';
import { demoArtwork, type DemoProduct, demoTemplate } from '@estampa/stack/demo/images';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeScene } from '../src/adapters/composition-scenes.ts';
import { fromRaster, type Raster, toRaster } from '../src/adapters/raster.ts';
import { writeSheet } from '../src/adapters/test-sheet.ts';
import type { Rectangle, Size } from '../src/domain/geometry.ts';

/** Drawing layers of some megapixels takes seconds of processor, so what is drawn is judged in every way here. */
const DRAWN_WITHIN_MS = 240_000;
const SEEDS = [1, 2, 3];
const OUTPUT = { width: 400, height: 400 };
const ARTWORK_WIDTH_PX = 600;
const GREY = '#B9B9B9';

/** What is drawn in each product's photo, and the colours that it is given. */
const PRODUCTS: Record<DemoProduct, { photo: string; colours: readonly (string | null)[] }> = {
  't-shirt': { photo: GREY, colours: ['#f4f2ec', '#000000', '#b3262e', '#1f2a44'] },
  'tote-bag': { photo: GREY, colours: ['#e8dcc2', '#1c1c1e', '#c8553d'] },
  mug: { photo: '#FFFFFF', colours: [null] },
  poster: { photo: '#FFFFFF', colours: [null] },
  'phone-case': { photo: '#FFFFFF', colours: [null] },
};
const NAMES = Object.keys(PRODUCTS) as DemoProduct[];

const figures: string[] = [];
let drawn: Buffer[];
let artworks: Raster[];
beforeAll(async () => {
  drawn = await Promise.all(SEEDS.map(demoArtwork));
  artworks = await Promise.all(drawn.map((file) => toRaster(sharp(file).resize(ARTWORK_WIDTH_PX).ensureAlpha())));
}, DRAWN_WITHIN_MS);
afterAll(() =>
  writeSheet('products.html', `<!doctype html>\n<title>Products</title>\n${STYLE}\n${figures.join('\n')}\n`),
);

const STYLE =
  '<style>body { font: 14px sans-serif } figure { display: inline-block; margin: 8px } img { width: 300px }</style>';

async function show(name: string, image: Raster): Promise<void> {
  writeSheet(`${name}.webp`, await fromRaster(image).webp({ quality: 88 }).toBuffer());
  figures.push(`<figure><img src="${name}.webp" alt=""><figcaption>${name}</figcaption></figure>`);
}

/** As large as the print area's height allows, in its middle. */
function middle({ x, y, width, height }: Rectangle, artwork: Size) {
  const scale = Math.min(width / artwork.width, height / artwork.height);
  const [left, top] = [(width - artwork.width * scale) / 2, (height - artwork.height * scale) / 2];
  return { x: x + left, y: y + top, scale, rotation: 0 };
}

/** Layers as large as what is composed of them, which is composed for every artwork. */
async function shrunk<Layers extends Record<string, Buffer | undefined>>(layers: Layers): Promise<Layers> {
  const shrink = (file: Buffer) =>
    sharp(file)
      .resize({ ...OUTPUT, fit: 'fill' })
      .png({ compressionLevel: 1 })
      .toBuffer();
  const files = Object.entries(layers).map(async ([kind, file]) => [kind, file && (await shrink(file))] as const);
  return Object.fromEntries(await Promise.all(files)) as Layers;
}

type Drawn = Omit<Awaited<ReturnType<typeof demoTemplate>>, 'surface'>;

/** Layers of one size, and a print area that is on the product. */
async function expectCompleteTemplate({ printArea, sourceImage, ...layers }: Drawn): Promise<void> {
  for (const image of Object.values(layers))
    expect(await sharp(image).metadata()).toMatchObject({ format: 'png', ...sourceImage });
  const { x: left, y: top, width, height } = printArea;
  const { channels } = await sharp(await sharp(layers.mask).extract({ left, top, width, height }).toBuffer()).stats();
  expect(channels[0]!.min).toBe(255);
}

const shareThatDiffers = (one: Raster, other: Raster): number =>
  one.pixels.filter((level, at) => Math.abs(level - other.pixels[at]!) > 8).length / one.pixels.length;

describe('a demo artwork', () => {
  it.each(SEEDS)(
    '%d is a poster with transparency, the same each time',
    async (seed) => {
      const file = drawn[seed - 1]!;

      expect((await demoArtwork(seed)).equals(file)).toBe(true);
      expect(await sharp(file).metadata()).toMatchObject({
        format: 'png',
        width: 2_400,
        height: 3_000,
        hasAlpha: true,
      });
      expect((await sharp(file).stats()).isOpaque).toBe(false);
    },
    DRAWN_WITHIN_MS,
  );

  it('comes in other colours after the last design', async () => {
    expect((await demoArtwork(SEEDS.length + 1)).equals(drawn[0]!)).toBe(false);
  });
});

describe('a sheet of all products', () => {
  it.each(NAMES)(
    'shows every artwork on a %s, flat and bent, and every colour',
    async (product) => {
      const { photo, colours } = PRODUCTS[product];
      const { surface, ...template } = await demoTemplate(product, photo);
      const { printArea, sourceImage, ...drawnLayers } = template;
      const { colourMask, ...layers } = await shrunk(drawnLayers);
      const bent = { ...FLAT_SURFACE, ...surface } as Surface;
      await expectCompleteTemplate(template);
      expect(checkSurface(bent, printArea)).toEqual([]);
      const composed = (artwork: Raster, on: Surface, colour: string | null) =>
        composeScene({
          files: { ...layers, ...(colour !== null && { colourMask }) },
          artwork,
          placement: middle(printArea, artwork),
          printArea,
          sourceImage,
          output: OUTPUT,
          surface: on,
          ...(colour !== null && { colour }),
        });
      const [first = null, ...others] = colours;

      for (const [at, artwork] of artworks.entries()) {
        const images = [await composed(artwork, FLAT_SURFACE, first), await composed(artwork, bent, first)] as const;
        await show(`${product}-${at + 1}-flat`, images[0]);
        await show(`${product}-${at + 1}-bent`, images[1]);
        expect(shareThatDiffers(...images)).toBeGreaterThan(0.01);
      }
      for (const colour of others)
        await show(`${product}-${colour}`.replace('#', ''), await composed(artworks[0]!, bent, colour));
    },
    DRAWN_WITHIN_MS,
  );
});
