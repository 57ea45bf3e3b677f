import sharp from 'sharp';
import { WORKING_SIDE_MAX_PX } from '../domain/composition-plan.ts';
import { dominantColor } from '../domain/dominant-color.ts';
import type { Size } from '../domain/geometry.ts';
import { notAnImage } from '../domain/picture.ts';
import { DECODING } from './decoding.ts';
import { type ArtworkRaster, artworkRaster } from './artwork-raster.ts';
import { bytesOf } from './encoding.ts';
import { fromRaster, type Raster, toRaster } from './raster.ts';

const PREVIEW_SIDE_MAX_PX = 1_200;
const PREVIEW_QUALITY = 82;
const COLOUR_SAMPLE_SIDE_PX = 96;
const WORKING_COMPRESSION = 3;

export type ArtworkPictures = {
  working: Uint8Array;
  workingSize: Size;
  preview: Uint8Array;
  dominantColor: string;
};

/** Reads the original once and makes everything else from it: upright, sRGB, without metadata. */
export async function artworkPictures(path: string): Promise<ArtworkPictures> {
  const working = await workingRaster(path);
  const [workingFile, preview, color] = await Promise.all([
    bytesOf(fromRaster(working).png({ compressionLevel: WORKING_COMPRESSION })),
    bytesOf(fromRaster(working).resize(within(PREVIEW_SIDE_MAX_PX)).webp({ quality: PREVIEW_QUALITY })),
    toRaster(fromRaster(working).resize(within(COLOUR_SAMPLE_SIDE_PX))).then(({ pixels }) => dominantColor(pixels)),
  ]);
  const workingSize = { width: working.width, height: working.height };
  return { working: workingFile, workingSize, preview, dominantColor: color };
}

export const decodeWorking = async (file: Uint8Array): Promise<ArtworkRaster> =>
  artworkRaster(await toRaster(sharp(file, DECODING).toColourspace('srgb').ensureAlpha()));

async function workingRaster(path: string): Promise<Raster> {
  const scaled = sharp(path, DECODING).autoOrient().resize(within(WORKING_SIDE_MAX_PX));
  try {
    return await toRaster(scaled.toColourspace('srgb').ensureAlpha());
  } catch {
    throw notAnImage();
  }
}

const within = (side: number) => ({ width: side, height: side, fit: 'inside' as const, withoutEnlargement: true });
