import type { Placement } from '@estampa/stack/demo/studio';
import sharp, { type Sharp } from 'sharp';
import type { Limit } from '../cases/case.ts';
import { ARTWORK_SIZE, artworkOf12Megapixels, TEMPLATE_SIZE, templateOf2000Pixels } from '../seed/pictures.ts';

type Picture = 'preview' | 'render';

/** As large as each is made, and in what form. */
const LONG_SIDE_PX = { preview: 1_600, render: 2_000 };
/** An accepted artwork is kept no larger than this. */
const WORKING_SIDE_PX = 2_640;
const ENCODED: Readonly<Record<Picture, (image: Sharp) => Sharp>> = {
  preview: (image) => image.png({ compressionLevel: 2 }),
  render: (image) => image.webp({ quality: 90, effort: 2 }),
};

/** What composing with sharp alone cannot do without: the artwork scaled to its place, and all of the finished picture encoded. */
export const bareSharp = ({ scale }: Placement, picture: Picture): Limit => ({
  title: 'bare sharp',
  by: 'median',
  async start() {
    const { base } = await templateOf2000Pixels();
    const side = LONG_SIDE_PX[picture];
    const finished = await rawOf(sharp(base).resize(side, side).removeAlpha());
    const working = await rawOf(
      sharp(await artworkOf12Megapixels())
        .resize(WORKING_SIDE_PX, WORKING_SIDE_PX, { fit: 'inside' })
        .ensureAlpha(),
    );
    const [colour, alpha] = await Promise.all([
      rawOf(opened(working).removeAlpha()),
      rawOf(opened(working).extractChannel('alpha')),
    ]);
    const times = (scale * side) / TEMPLATE_SIZE.width;
    const [width, height] = [Math.round(ARTWORK_SIZE.width * times), Math.round(ARTWORK_SIZE.height * times)];
    return {
      async act() {
        await Promise.all(
          [colour, alpha].map((plane) => opened(plane).resize(width, height, { fit: 'fill' }).raw().toBuffer()),
        );
        await ENCODED[picture](opened(finished)).toBuffer();
      },
    };
  },
});

type Raster = Awaited<ReturnType<typeof rawOf>>;

const rawOf = (image: Sharp) => image.raw().toBuffer({ resolveWithObject: true });

const opened = ({ data, info: { width, height, channels } }: Raster): Sharp =>
  sharp(data, { raw: { width, height, channels } });
