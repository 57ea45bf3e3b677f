import { sizesBelow } from '@estampa/kernel/image-sizes';
import type { Sharp } from 'sharp';
import { fromRaster, isOpaque, type Raster, toRaster } from './raster.ts';

const WEBP_QUALITY = 90;
/** Of 0 (fast) to 6 (small): more than this costs several times the time for a few percent. */
const WEBP_EFFORT = 2;

/** What is lost is seen less in a copy, which is shown small. */
const COPY_WEBP = { quality: 80, effort: WEBP_EFFORT };
/** As like the image as the WebP is, in a fifth fewer bytes; an effort of 1 takes another fifth, for twice the time. */
const COPY_AVIF = { quality: 45, effort: 0, chromaSubsampling: '4:4:4' };

/**
 * An image and its copies, in the order of `withCopies`. Most products stand before a background; their images need no alpha
 * channel. The bytes can be handed to another thread.
 */
export async function encodeImage(raster: Raster): Promise<Uint8Array[]> {
  const opened = raster.channels === 4 && isOpaque(raster) ? fromRaster(raster).removeAlpha() : fromRaster(raster);
  const [image, copies] = await Promise.all([
    bytesOf(opened.clone().webp({ quality: WEBP_QUALITY, effort: WEBP_EFFORT })),
    encodeCopies(opened, raster.width),
  ]);
  return [image, ...copies];
}

/** Each is scaled from the next larger one. */
async function encodeCopies(image: Sharp, widthPx: number): Promise<Uint8Array[]> {
  const encoded: Promise<Uint8Array[]>[] = [];
  let larger = image;
  for (const size of sizesBelow(widthPx).toReversed()) {
    const copy = fromRaster(await toRaster(larger.clone().resize(size)));
    encoded.unshift(Promise.all([bytesOf(copy.clone().webp(COPY_WEBP)), bytesOf(copy.clone().avif(COPY_AVIF))]));
    larger = copy;
  }
  return (await Promise.all(encoded)).flat();
}

/** Bytes that can be handed to another thread. Those of sharp's own `toUint8Array` are never freed (0.35.5). */
export const bytesOf = async (encoded: Sharp): Promise<Uint8Array> => new Uint8Array(await encoded.toBuffer());
