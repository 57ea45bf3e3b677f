import sharp from 'sharp';
import { dominantColor } from '../domain/dominant-color.ts';
import type { Size } from '../domain/geometry.ts';
import { notAnImage, type PictureFacts } from '../domain/picture.ts';
import { DECODING } from './decoding.ts';
import { fromRaster, type Raster, toRaster } from './raster.ts';

/** What a file is, by its bytes; only its header is read. */
export async function pictureFacts(source: string | Buffer): Promise<PictureFacts> {
  try {
    const { format, autoOrient } = await sharp(source, { ...DECODING, limitInputPixels: false }).metadata();
    return { format, widthPx: autoOrient.width, heightPx: autoOrient.height };
  } catch {
    throw notAnImage();
  }
}

/**
 * A render shows an artwork at most as large as its own output and bleed, so this loses nothing; only a preview that
 * zooms far in asks for the original.
 */
export const WORKING_SIDE_MAX_PX = 2_640;
const PREVIEW_SIDE_MAX_PX = 1_200;
const PREVIEW_QUALITY = 82;
const COLOUR_SAMPLE_SIDE_PX = 96;
const WORKING_COMPRESSION = 3;

export type ArtworkPictures = { working: Buffer; workingSize: Size; preview: Buffer; dominantColor: string };

/** Reads the original once and makes everything else from it: upright, sRGB, without metadata. */
export async function artworkPictures(path: string): Promise<ArtworkPictures> {
  const working = await workingRaster(path);
  const [workingFile, preview, color] = await Promise.all([
    fromRaster(working).png({ compressionLevel: WORKING_COMPRESSION }).toBuffer(),
    fromRaster(working).resize(within(PREVIEW_SIDE_MAX_PX)).webp({ quality: PREVIEW_QUALITY }).toBuffer(),
    toRaster(fromRaster(working).resize(within(COLOUR_SAMPLE_SIDE_PX))).then(({ pixels }) => dominantColor(pixels)),
  ]);
  const workingSize = { width: working.width, height: working.height };
  return { working: workingFile, workingSize, preview, dominantColor: color };
}

export const decodeWorking = (file: Buffer): Promise<Raster> =>
  toRaster(sharp(file, DECODING).toColourspace('srgb').ensureAlpha());

async function workingRaster(path: string): Promise<Raster> {
  const scaled = sharp(path, DECODING).autoOrient().resize(within(WORKING_SIDE_MAX_PX));
  try {
    return await toRaster(scaled.toColourspace('srgb').ensureAlpha());
  } catch {
    throw notAnImage();
  }
}

const within = (side: number) => ({ width: side, height: side, fit: 'inside' as const, withoutEnlargement: true });
