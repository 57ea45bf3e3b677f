import sharp from 'sharp';
import { randomNumbers } from '../../random.ts';
import type { Size } from './svg.ts';

/** Local constants: global lookups make these loops five times as slow in the test runner. */
const { max, min } = Math;

type Options = {
  /** 1 is the colour as it is. */
  brightness: Float32Array;
  /** Where there is product: elsewhere both layers do nothing. */
  coverage: Buffer;
  size: Size;
  /** The size of the images to make. */
  output: Size;
  /** How much the threads or the glaze vary from pixel to pixel. */
  grain: number;
  highlightStrength: number;
};

/** Splits light into what a template has for it: a shadow to multiply by and a highlight to screen with. */
export async function shadingLayers(options: Options): Promise<{ shadow: Buffer; highlight: Buffer }> {
  const { brightness, coverage, size, output, grain, highlightStrength } = options;
  const random = randomNumbers(7);
  const shadow = Buffer.alloc(brightness.length, 255);
  const highlight = Buffer.alloc(brightness.length);
  for (let index = 0; index < brightness.length; index += 1) {
    const share = coverage[index]! / 255;
    const noise = (random() + random() - 1) * grain;
    const light = brightness[index]! + noise;
    shadow[index] = 255 * (1 - share * (1 - min(1, max(0, light))));
    highlight[index] = 255 * share * min(1, max(0, (light - 1) * highlightStrength));
  }
  const image = (pixels: Buffer) =>
    sharp(pixels, { raw: { ...size, channels: 1 } })
      .resize(output.width, output.height, { kernel: 'cubic' })
      .toColourspace('srgb')
      .png({ compressionLevel: 6 })
      .toBuffer();
  const [shadowImage, highlightImage] = await Promise.all([image(shadow), image(highlight)]);
  return { shadow: shadowImage, highlight: highlightImage };
}
