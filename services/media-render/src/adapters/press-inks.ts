import { readFile, writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { DECODING } from './decoding.ts';
import { fromRaster, type Raster, toRaster } from './raster.ts';
import { temporaryFile } from './temporary-file.ts';

/** What libvips brings along. */
const BUILT_IN = 'cmyk';

/**
 * Colours of a screen in the inks of a press, straight by its profile, which the file is given: a colour space that is named besides
 * is one more transformation, by the built-in profile.
 *
 * @param profile - in a file; null for the built-in one.
 */
export const inInks = (image: Sharp, profile: string | null): Sharp => image.withIccProfile(profile ?? BUILT_IN);

/** Sharp passes over a profile that libvips cannot use, and leaves colours as they are. */
export function mustBeInks({ channels }: { channels: number }): void {
  if (channels !== 4) throw new Error('libvips could not use the profile of the press');
}

/** The colours that three channels have on white paper: in the inks of a press, and back. The thread that works on pixels opens no TIFF. */
async function printedColours(image: Sharp, profile: string | null): Promise<Raster> {
  const inks = await inInks(image, profile).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
  mustBeInks(await sharp(inks, DECODING).metadata());
  return toRaster(sharp(inks, DECODING).toColourspace('srgb'));
}

/** The same with the bytes of a profile. */
export async function printedByProfile(image: Sharp, profile: Uint8Array | null): Promise<Raster> {
  if (!profile) return printedColours(image, null);
  await using file = await temporaryFile();
  await writeFile(file.path, profile);
  return await printedColours(image, file.path);
}

/** White, and the darkest that there is. */
const TRIAL = { width: 2, height: 1, channels: 3 as const, pixels: Buffer.of(255, 255, 255, 0, 0, 0) };

/** Whether a press can be printed with by a profile in a file: sharp passes over one that libvips cannot use. */
export async function tryPressProfile(path: string): Promise<boolean> {
  const profile = await readFile(path);
  try {
    const inks = await inInks(fromRaster(TRIAL), path).jpeg({ quality: 100 }).toBuffer();
    const { space, icc } = await sharp(inks, DECODING).metadata();
    if (space !== 'cmyk' || !icc?.equals(profile)) return false;
    const { pixels, channels } = await printedColours(fromRaster(TRIAL), path);
    const [white, black] = [0, channels].map((at) => pixels[at]! + pixels[at + 1]! + pixels[at + 2]!);
    return white! > black!;
  } catch {
    return false;
  }
}
