import { availableParallelism } from 'node:os';
import type { Placement } from '@estampa/stack/demo/studio';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import type { Limit } from '../cases/case.ts';
import { ARTWORK_SIZE, artworkOf12Megapixels, TEMPLATE_SIZE, templateOf2000Pixels } from '../seed/images.ts';

type Image = 'preview' | 'render';

/** As large as each is made, and in what form. */
const LONG_SIDE_PX = { preview: 1_600, render: 2_000 };
/** The limit for stored artworks. */
const WORKING_SIDE_PX = 2_640;
const ENCODED: Readonly<Record<Image, (image: Sharp) => Sharp>> = {
  preview: (image) => image.png({ compressionLevel: 2 }),
  render: (image) => image.webp({ quality: 90, effort: 2 }),
};

/** What composing with sharp alone cannot do without: the artwork scaled to its place, and all of the finished image encoded. */
export const bareSharp = (placement: Placement, image: Image, atOnce = 1): Limit => ({
  title: 'bare sharp',
  by: 'median',
  async start() {
    // As many threads as the service lets it have.
    sharp.concurrency(availableParallelism());
    const side = LONG_SIDE_PX[image];
    const perPixel = side / TEMPLATE_SIZE.width;
    const working = await rawOf(
      sharp(await artworkOf12Megapixels())
        .resize(WORKING_SIDE_PX, WORKING_SIDE_PX, { fit: 'inside' })
        .ensureAlpha(),
    );
    const [colour, alpha] = await Promise.all([
      rawOf(opened(working).removeAlpha()),
      rawOf(opened(working).extractChannel('alpha')),
    ]);
    const times = placement.scale * perPixel;
    const [width, height] = [Math.round(ARTWORK_SIZE.width * times), Math.round(ARTWORK_SIZE.height * times)];
    const drawn = await rawOf(opened(working).resize(width, height, { fit: 'fill' }));
    const [left, top] = [Math.round(placement.x * perPixel), Math.round(placement.y * perPixel)];
    const finished = await finishedImage(side, { ...overlay(drawn), left, top });
    const compose = async () => {
      await Promise.all(
        [colour, alpha].map((plane) => opened(plane).resize(width, height, { fit: 'fill' }).raw().toBuffer()),
      );
      await ENCODED[image](opened(finished)).toBuffer();
    };
    return {
      async act() {
        await Promise.all(Array.from({ length: atOnce }, compose));
      },
    };
  },
});

/** With the artwork and all shading in it: a blank product would be encoded in a fifth less time. */
async function finishedImage(side: number, artwork: OverlayOptions): Promise<Raster> {
  const { base, shadow, highlight } = await templateOf2000Pixels();
  const layer = async (file: Buffer) => overlay(await rawOf(sharp(file).resize(side, side).ensureAlpha()));
  const layers = [
    artwork,
    { ...(await layer(shadow)), blend: 'multiply' as const },
    { ...(await layer(highlight)), blend: 'screen' as const },
  ];
  const composed = await rawOf(sharp(base).resize(side, side).ensureAlpha().composite(layers));
  return rawOf(opened(composed).removeAlpha());
}

const overlay = ({ data: input, info: { width, height, channels } }: Raster) => ({
  input,
  raw: { width, height, channels },
});

type Raster = Awaited<ReturnType<typeof rawOf>>;

const rawOf = (image: Sharp) => image.raw().toBuffer({ resolveWithObject: true });

const opened = ({ data, info: { width, height, channels } }: Raster): Sharp =>
  sharp(data, { raw: { width, height, channels } });
