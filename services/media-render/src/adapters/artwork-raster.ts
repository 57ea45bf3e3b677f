import { PER_OPAQUE } from '../domain/blending.ts';
import { HALVINGS_MAX } from '../domain/composition-plan.ts';
import type { Size } from '../domain/geometry.ts';
import { isOpaque, planeOf, type Raster, emptyRaster, toRaster } from './raster.ts';

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

/** The artwork as it is, then half as wide and high, then half of that, ... */
export async function halvedArtwork(whole: ArtworkRaster): Promise<ArtworkRaster[]> {
  const sizes = [whole];
  for (let half = whole; sizes.length <= HALVINGS_MAX; sizes.push(half)) {
    const [colour, alpha] = await Promise.all([halved(half.colour), half.alpha && halved(half.alpha)]);
    half = { width: colour.width, height: colour.height, colour, alpha };
  }
  return sizes;
}

/** Exactly half, so that all places stay where they are: an odd last row or column is doubled first. */
async function halved(plane: Raster): Promise<Raster> {
  const [right, bottom] = [plane.width % 2, plane.height % 2];
  const even = right || bottom ? await toRaster(planeOf(plane).extend({ right, bottom, extendWith: 'copy' })) : plane;
  return toRaster(planeOf(even).resize(even.width / 2, even.height / 2, { fit: 'fill' }));
}
