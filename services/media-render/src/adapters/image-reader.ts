import sharp, { type ResizeOptions } from 'sharp';
import { WORKING_SIDE_MAX_PX } from '../domain/composition-plan.ts';
import { dominantColor } from '../domain/dominant-color.ts';
import type { Size } from '../domain/geometry.ts';
import { PHOTO_SIDE_MAX_PX } from '../domain/image.ts';
import { DECODING, rejectionOf } from './decoding.ts';
import { type ArtworkRaster, artworkRaster, halvedArtwork } from './artwork-raster.ts';
import { bytesOf, encodeImage } from './encoding.ts';
import { printedByProfile } from './press-inks.ts';
import { fromRaster, type Raster, toRaster } from './raster.ts';
import { uprightInSrgb } from './srgb.ts';

const PREVIEW_SIDE_MAX_PX = 1_200;
const PREVIEW_QUALITY = 82;
const COLOUR_SAMPLE_SIDE_PX = 96;
const WORKING_COMPRESSION = 3;
const COVERING_QUALITY = 86;
const CHECKED_SIDE_PX = 16;

export type ArtworkImages = {
  working: Uint8Array;
  workingSize: Size;
  preview: Uint8Array;
  dominantColor: string;
};

/** Reads the original once and makes everything else from it: upright, sRGB, without metadata. */
export async function artworkImages(path: string): Promise<ArtworkImages> {
  const working = await readAll(path, within(WORKING_SIDE_MAX_PX));
  const [workingFile, preview, color] = await Promise.all([
    bytesOf(fromRaster(working).png({ compressionLevel: WORKING_COMPRESSION })),
    bytesOf(fromRaster(working).resize(within(PREVIEW_SIDE_MAX_PX)).webp({ quality: PREVIEW_QUALITY })),
    toRaster(fromRaster(working).resize(within(COLOUR_SAMPLE_SIDE_PX))).then(({ pixels }) => dominantColor(pixels)),
  ]);
  const workingSize = { width: working.width, height: working.height };
  return { working: workingFile, workingSize, preview, dominantColor: color };
}

type Covering = Size & { path: string };

/** A stranger's image at exactly this size, cut about its middle: WebP, sRGB, without metadata. */
export async function coveringImage({ path, ...size }: Covering): Promise<Uint8Array> {
  // All of it is decoded before it is cut, so that a file whose end is missing is found out.
  const whole = await readAll(path, { ...size, fit: 'outside', withoutEnlargement: true });
  return bytesOf(
    fromRaster(whole)
      .resize({ ...size, fit: 'cover' })
      .webp({ quality: COVERING_QUALITY }),
  );
}

/** A stranger's photo, no larger than it is shown, and its copies: sRGB, without metadata. */
export const galleryImage = async (path: string): Promise<{ widthPx: number; files: Uint8Array[] }> => {
  const photo = await readAll(path, within(PHOTO_SIDE_MAX_PX));
  return { widthPx: photo.width, files: await encodeImage(photo) };
};

export const decodeWorking = async (file: Uint8Array): Promise<ArtworkRaster[]> =>
  halvedArtwork(artworkRaster(await toRaster(sharp(file, DECODING).toColourspace('srgb').ensureAlpha())));

/** A working copy, and the profile of a press; null for the built-in one. */
export type Proof = { file: Uint8Array; profile: Uint8Array | null };

/** The same in the colours that it has when a press prints it on white paper: through the inks of its separations, and back. */
export async function decodeProof({ file, profile }: Proof): Promise<ArtworkRaster[]> {
  const rgba = await toRaster(sharp(file, DECODING).toColourspace('srgb').ensureAlpha());
  const printed = await printedByProfile(fromRaster(rgba).removeAlpha(), profile);
  for (let pixel = 0; pixel < rgba.width * rgba.height; pixel += 1)
    for (let channel = 0; channel < 3; channel += 1)
      rgba.pixels[pixel * 4 + channel] = printed.pixels[pixel * 3 + channel]!;
  return halvedArtwork(artworkRaster(rgba));
}

/** Reads every pixel, keeping next to none: a file that ends early or is damaged is rejected. */
export async function checkImage(path: string): Promise<void> {
  await readAll(path, { ...within(CHECKED_SIDE_PX), fastShrinkOnLoad: false });
}

async function readAll(path: string, size: ResizeOptions): Promise<Raster> {
  try {
    const scaled = await uprightInSrgb(path, size);
    return await toRaster(scaled.ensureAlpha());
  } catch (error) {
    throw rejectionOf(error);
  }
}

const within = (side: number) => ({ width: side, height: side, fit: 'inside' as const, withoutEnlargement: true });
