import { PER_OPAQUE } from '../domain/blending.ts';
import type { Size } from '../domain/geometry.ts';
import { isOpaque, type Raster, emptyRaster } from './raster.ts';

/**
 * An artwork as it is drawn and blended: colours multiplied by alpha, and alpha apart, null when all is opaque. Each part is
 * resampled as it stands, so that nothing has to be multiplied and divided again on the way.
 */
export type ArtworkRaster = Size & { colour: Raster; alpha: Raster | null };

/** From RGBA pixels. */
export function artworkRaster(rgba: Raster): ArtworkRaster {
  const { pixels, width, height } = rgba;
  const colour = emptyRaster(rgba, 3);
  const alpha = isOpaque(rgba) ? null : emptyRaster(rgba, 1);
  const levels = new Uint8ClampedArray(colour.pixels.buffer);
  for (let pixel = 0; pixel * 4 < pixels.length; pixel += 1) {
    const share = pixels[pixel * 4 + 3]! * PER_OPAQUE;
    if (alpha) alpha.pixels[pixel] = pixels[pixel * 4 + 3]!;
    for (let channel = 0; channel < 3; channel += 1) {
      levels[pixel * 3 + channel] = pixels[pixel * 4 + channel]! * share;
    }
  }
  return { width, height, colour, alpha };
}
