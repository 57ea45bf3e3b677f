import sharp from 'sharp';
import { randomNumbers } from '../../random.ts';
import { addFold, addVolume, addWaves, flatRelief, type Fold, lit, type Relief } from './relief.ts';
import { shadingLayers } from './shading.ts';
import { coverageOf, type Size } from './svg.ts';

/** Local constants: global lookups make these loops five times as slow in the test runner. */
const { max, min, sin } = Math;

const NEUTRAL = 128;
const LEVELS = 127;

export const CLOTH_SIZE = { width: 1_600, height: 1_600 };
/** Light is worked out at half the size: folds are soft. */
export const HALF = { width: 800, height: 800 };
/** White cloth that lies flat is not as bright as its ridges. */
const FLAT_BRIGHTNESS = 0.955;
/** As high as its folds are: what lies so high is moved by the strength of the displacement. */
const FOLD_HEIGHT = 14;

/** What light and prints do on the folds of cloth, given by its outline; `height` is how full it is. */
export async function foldedCloth(outline: string, { folds, height }: { folds: readonly Fold[]; height: number }) {
  const coverage = await coverageOf(HALF, `<g transform="scale(0.5)"><path d="${outline}"/></g>`);
  const relief = flatRelief(HALF);
  addWaves(relief, { grain: 170, height: 12, seed: 3 });
  addWaves(relief, { grain: 70, height: 2.4, seed: 11 });
  addWaves(relief, { grain: 26, height: 0.35, seed: 5 });
  for (const fold of folds) addFold(relief, fold);
  const displacement = await displacementImage(relief, { coverage, output: CLOTH_SIZE, heightMax: FOLD_HEIGHT });
  addVolume(relief, coverage, { softness: 16, height });
  const shading = await shadingLayers({
    brightness: lit(relief).map((light) => light ** 0.9 * FLAT_BRIGHTNESS),
    coverage,
    size: HALF,
    output: CLOTH_SIZE,
    grain: 0.035,
    highlightStrength: 0.55,
  });
  return { ...shading, displacement };
}

/** Heights as levels that move a print: neutral where cloth lies flat, and where there is none. */
function displacementImage(
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

/** Canvas: threads over and under each other. */
export function canvasImage(size: Size): Promise<Buffer> {
  const random = randomNumbers(23);
  const levels = Buffer.alloc(size.width * size.height);
  for (let at = 0; at < levels.length; at += 1) {
    const [x, y] = [at % size.width, (at / size.width) | 0];
    const weave = sin(x * 1.05) * sin(y * 1.05);
    levels[at] = 234 + 13 * weave + 8 * (random() + random() - 1);
  }
  return greyImage(levels, size, size);
}

const greyImage = (levels: Buffer, size: Size, output: Size): Promise<Buffer> =>
  sharp(levels, { raw: { ...size, channels: 1 } })
    .resize(output.width, output.height, { kernel: 'cubic' })
    .toColourspace('b-w')
    .png({ compressionLevel: 6 })
    .toBuffer();
