import sharp from 'sharp';
import { randomNumbers } from '../../random.ts';
import type { Relief } from './relief.ts';
import type { Size } from './svg.ts';

/** Local constants: global lookups make these loops five times as slow in the test runner. */
const { max, min, sin } = Math;

const NEUTRAL = 128;
const LEVELS = 127;

/** Heights as levels that move a print: neutral where cloth lies flat, and where there is none. */
export function displacementImage(
  { width, height, heights }: Relief,
  { coverage, output, heightMax }: { coverage: Buffer; output: Size; heightMax: number },
): Promise<Buffer> {
  const levels = Buffer.alloc(heights.length);
  for (let at = 0; at < levels.length; at += 1) {
    const share = (coverage[at]! / 255) * max(-1, min(1, heights[at]! / heightMax));
    levels[at] = NEUTRAL + LEVELS * share;
  }
  return greyImage(levels, { width, height }, output);
}

/** Knitted cloth: ribs a few pixels wide, and threads of uneven light. */
export function knitImage(size: Size): Promise<Buffer> {
  const random = randomNumbers(17);
  const levels = Buffer.alloc(size.width * size.height);
  for (let at = 0; at < levels.length; at += 1) {
    const [x, y] = [at % size.width, (at / size.width) | 0];
    const rib = sin(x * 1.6 + sin(y * 0.9) * 0.7);
    levels[at] = 240 + 8 * rib + 7 * (random() + random() - 1);
  }
  return greyImage(levels, size, size);
}

const greyImage = (levels: Buffer, size: Size, output: Size): Promise<Buffer> =>
  sharp(levels, { raw: { ...size, channels: 1 } })
    .resize(output.width, output.height, { kernel: 'cubic' })
    .toColourspace('b-w')
    .png({ compressionLevel: 6 })
    .toBuffer();
