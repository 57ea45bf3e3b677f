import { demoArtwork, demoTemplate } from '@estampa/stack/demo/pictures';
import type { DemoTemplate } from '@estampa/stack/demo/pictures/demo-template';
import sharp from 'sharp';

export const ARTWORK_SIZE = { width: 3_000, height: 4_000 };
export const TEMPLATE_SIZE = { width: 2_000, height: 2_000 };

const COLOR = '#F4F2EC';

/** The demonstration's pictures, as large as artists and photographers make them. */
export const artworkOf12Megapixels = async (): Promise<Buffer> => resized(await demoArtwork(1), ARTWORK_SIZE);

export async function templateOf2000Pixels(): Promise<DemoTemplate> {
  const template = await demoTemplate('t-shirt', COLOR);
  const { base, mask, shadow, highlight, printArea, sourceImage } = template;
  const times = TEMPLATE_SIZE.width / sourceImage.width;
  const pictures = await Promise.all([base, mask, shadow, highlight].map((picture) => resized(picture, TEMPLATE_SIZE)));
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
    sourceImage: TEMPLATE_SIZE,
  };
}

const resized = (picture: Buffer, { width, height }: { width: number; height: number }): Promise<Buffer> =>
  sharp(picture).resize(width, height, { fit: 'fill' }).png({ compressionLevel: 3 }).toBuffer();
