import type { Sharp } from 'sharp';
import { fromRaster, isOpaque, type Raster } from './raster.ts';

const WEBP_QUALITY = 90;
/** Of 0 (fast) to 6 (small): more than this costs several times the time for a few percent. */
const WEBP_EFFORT = 2;

/** Most products stand before a background; their images need no alpha channel. The bytes can be handed to another thread. */
export async function encodeWebp(raster: Raster): Promise<Uint8Array> {
  const image = isOpaque(raster) && raster.channels === 4 ? fromRaster(raster).removeAlpha() : fromRaster(raster);
  return bytesOf(image.webp({ quality: WEBP_QUALITY, effort: WEBP_EFFORT }));
}

/** Bytes that can be handed to another thread. Those of sharp's own `toUint8Array` are never freed (0.35.5). */
export const bytesOf = async (encoded: Sharp): Promise<Uint8Array> => new Uint8Array(await encoded.toBuffer());
