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

/** An image and its copies, in the order of `withCopies`. The bytes can be handed to another thread. */
export const encodeImage = (raster: Raster): Promise<Uint8Array[]> => Promise.all(encodedFiles(raster));

/**
 * The same, each as soon as it is encoded: copies are there long before their image. Most products stand before a background; their
 * images need no alpha channel.
 */
export function encodedFiles(raster: Raster): Promise<Uint8Array>[] {
  const isAlphaIdle = raster.channels === 4 && isOpaque(raster);
  // Each opens the pixels anew: sharp's `clone` copies all of them (0.35.5).
  const opened = () => (isAlphaIdle ? fromRaster(raster).removeAlpha() : fromRaster(raster));
  return [
    bytesOf(opened().webp({ quality: WEBP_QUALITY, effort: WEBP_EFFORT })),
    ...encodedCopies(opened, raster.width),
  ];
}

/** Each is scaled from the next larger one. */
function encodedCopies(opened: () => Sharp, widthPx: number): Promise<Uint8Array>[] {
  const encoded: Promise<Uint8Array>[] = [];
  let larger = Promise.resolve(opened);
  for (const size of sizesBelow(widthPx).toReversed()) {
    const copy = larger.then(async (open) => {
      const scaled = await toRaster(open().resize(size));
      return () => fromRaster(scaled);
    });
    encoded.unshift(
      copy.then((open) => bytesOf(open().webp(COPY_WEBP))),
      copy.then((open) => bytesOf(open().avif(COPY_AVIF))),
    );
    larger = copy;
  }
  return encoded;
}

/** Bytes that can be handed to another thread. Those of sharp's own `toUint8Array` are never freed (0.35.5). */
export const bytesOf = async (encoded: Sharp): Promise<Uint8Array> => new Uint8Array(await encoded.toBuffer());
