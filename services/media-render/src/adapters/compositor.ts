import type { Sharp } from 'sharp';
import type { ArtworkPlan } from '../domain/composition-plan.ts';
import { blend, clip } from '../domain/blending.ts';
import { type ArtworkSource, drawArtwork } from './artwork-drawing.ts';
import { cropped, fromRaster, isOpaque, paste, type Raster } from './raster.ts';

/** The pictures of a template, all of one size: RGBA, the mask one channel of coverage. */
export type Layers = {
  base: Raster;
  mask: Raster | null;
  shadow: Raster | null;
  highlight: Raster | null;
  outline: Raster | null;
};

/** A template ready for composing: `blank` is the product without artwork. */
export type Mockup = Layers & { blank: Raster };

/** An artwork, and how it is to be laid on the product. */
export type Drawing = { source: ArtworkSource; plan: ArtworkPlan };

export const blankMockup = (layers: Layers): Mockup => ({
  ...layers,
  blank: shaded(copyOf(layers.base), layers, (layer) => layer),
});

/**
 * Base, artwork within its mask, shadow, highlight, outline. Each blend looks at one pixel only, so nothing but the region
 * of the artwork is composed again.
 */
export async function compose(mockup: Mockup, drawing: Drawing | null): Promise<Raster> {
  if (!drawing) return mockup.blank;
  const { source, plan } = drawing;
  const part = (layer: Raster) => cropped(layer, plan.region);
  const artwork = await drawArtwork(source, plan);
  if (mockup.mask) clip(artwork.pixels, part(mockup.mask).pixels);
  const patch = part(mockup.base);
  blend(patch.pixels, artwork.pixels, 'over');
  const whole = copyOf(mockup.blank);
  paste(whole, plan.region, shaded(patch, mockup, part));
  return whole;
}

const WEBP_QUALITY = 90;
/** Of 0 (fast) to 6 (small): more than this costs several times the time for a few percent. */
const WEBP_EFFORT = 2;
/** Of 0 to 9; a preview is made to be looked at once. */
const PNG_COMPRESSION = 4;

export const encodeWebp = (raster: Raster): Promise<Buffer> =>
  toEncode(raster).webp({ quality: WEBP_QUALITY, effort: WEBP_EFFORT }).toBuffer();

export const encodePng = (raster: Raster): Promise<Buffer> =>
  toEncode(raster).png({ compressionLevel: PNG_COMPRESSION }).toBuffer();

/** Most products stand before a background; their pictures need no alpha channel. */
const toEncode = (raster: Raster): Sharp => (isOpaque(raster) ? fromRaster(raster).removeAlpha() : fromRaster(raster));

function shaded(picture: Raster, layers: Layers, part: (layer: Raster) => Raster): Raster {
  if (layers.shadow) blend(picture.pixels, part(layers.shadow).pixels, 'multiply');
  if (layers.highlight) blend(picture.pixels, part(layers.highlight).pixels, 'screen');
  if (layers.outline) blend(picture.pixels, part(layers.outline).pixels, 'over');
  return picture;
}

const copyOf = (raster: Raster): Raster => ({ ...raster, pixels: Buffer.from(raster.pixels) });
