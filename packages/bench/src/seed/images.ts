import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoArtwork, demoTemplate } from '@estampa/stack/demo/images';
import type { DemoTemplate } from '@estampa/stack/demo/pictures/demo-template';
import { BENCH } from '@estampa/stack/paths';
import sharp from 'sharp';

type Size = { width: number; height: number };
type Layers = Pick<DemoTemplate, (typeof LAYERS)[number]>;

export const ARTWORK_SIZE = { width: 3_000, height: 4_000 };
export const TEMPLATE_SIZE = { width: 2_000, height: 2_000 };

const SMALL_ARTWORK_SIZE = { width: 1_000, height: 1_000 };
const SMALL_TEMPLATE_SIZE = { width: 400, height: 400 };
const LAYERS = ['base', 'mask', 'shadow', 'highlight'] as const;
const COLOR = '#F4F2EC';
/** Of the demonstration's shirt, as a share of its image. */
const PRINT_AREA = { x: 540 / 1_600, y: 470 / 1_600, width: 520 / 1_600, height: 650 / 1_600 };
const DIRECTORY = join(BENCH, 'pictures');

/** The demonstration's images, as large as artists and photographers make them. */
export const artworkOf12Megapixels = (): Promise<Buffer> =>
  reused('artwork', async () => resized(await demoArtwork(1), ARTWORK_SIZE));

export const smallArtwork = (): Promise<Buffer> =>
  reused('small-artwork', async () => resized(await demoArtwork(2), SMALL_ARTWORK_SIZE));

export const templateOf2000Pixels = (): Promise<DemoTemplate> => templateOf('template', TEMPLATE_SIZE);

/** Smaller images, for products that are only read. */
export const smallTemplate = (): Promise<DemoTemplate> => templateOf('small-template', SMALL_TEMPLATE_SIZE);

async function templateOf(name: string, size: Size): Promise<DemoTemplate> {
  let drawn: Promise<DemoTemplate> | undefined;
  const layer = (which: keyof Layers) =>
    reused(`${name}-${which}`, async () => resized((await (drawn ??= demoTemplate('t-shirt', COLOR)))[which], size));
  const layers = await Promise.all(LAYERS.map(async (which) => [which, await layer(which)] as const));
  const printArea = {
    x: PRINT_AREA.x * size.width,
    y: PRINT_AREA.y * size.height,
    width: PRINT_AREA.width * size.width,
    height: PRINT_AREA.height * size.height,
  };
  return { ...(Object.fromEntries(layers) as Layers), printArea, sourceImage: size };
}

/** Drawing takes seconds and comes out the same, so it is done once. */
async function reused(name: string, draw: () => Promise<Buffer>): Promise<Buffer> {
  const file = join(DIRECTORY, `${name}.png`);
  if (existsSync(file)) return readFileSync(file);
  const image = await draw();
  mkdirSync(DIRECTORY, { recursive: true });
  writeFileSync(file, image);
  return image;
}

const resized = (image: Buffer, { width, height }: Size): Promise<Buffer> =>
  sharp(image).resize(width, height, { fit: 'fill' }).png({ compressionLevel: 2 }).toBuffer();
