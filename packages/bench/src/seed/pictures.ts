import { demoArtwork, demoTemplate } from '@estampa/stack/demo/pictures';
import type { DemoTemplate } from '@estampa/stack/demo/pictures/demo-template';
import sharp from 'sharp';

export const ARTWORK_SIZE = { width: 3_000, height: 4_000 };
export const TEMPLATE_SIZE = { width: 2_000, height: 2_000 };

type Size = { width: number; height: number };

const SMALL_TEMPLATE_SIZE = { width: 400, height: 400 };
const SMALL_ARTWORK_SIZE = { width: 1_000, height: 1_000 };
const COLOR = '#F4F2EC';

/** The demonstration's pictures, as large as artists and photographers make them. */
export const artworkOf12Megapixels = async (): Promise<Buffer> => resized(await demoArtwork(1), ARTWORK_SIZE);

export const smallArtwork = async (): Promise<Buffer> => resized(await demoArtwork(2), SMALL_ARTWORK_SIZE);

export const templateOf2000Pixels = (): Promise<DemoTemplate> => templateOf(TEMPLATE_SIZE);

/** Of products that are only read: nobody measures how they were rendered. */
export const smallTemplate = (): Promise<DemoTemplate> => templateOf(SMALL_TEMPLATE_SIZE);

async function templateOf(size: Size): Promise<DemoTemplate> {
  const { base, mask, shadow, highlight, printArea, sourceImage } = await demoTemplate('t-shirt', COLOR);
  const times = size.width / sourceImage.width;
  const pictures = await Promise.all([base, mask, shadow, highlight].map((picture) => resized(picture, size)));
  return {
    base: pictures[0]!,
    mask: pictures[1]!,
    shadow: pictures[2]!,
    highlight: pictures[3]!,
    printArea: {
      x: printArea.x * times,
      y: printArea.y * times,
      width: printArea.width * times,
      height: printArea.height * times,
    },
    sourceImage: size,
  };
}

const resized = (picture: Buffer, { width, height }: Size): Promise<Buffer> =>
  sharp(picture).resize(width, height, { fit: 'fill' }).png({ compressionLevel: 3 }).toBuffer();
