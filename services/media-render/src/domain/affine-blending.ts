import { type ArtworkPixels, type Layer, layersOf, OPAQUE, PER_OPAQUE, type Shading } from './blending.ts';

/** Pixels of a finished image: `channels` is 3, or 4 when something else in the image is transparent. */
export type ImagePixels = { pixels: Uint8ClampedArray; channels: number };

/**
 * Over an opaque product every layer is affine in the colour beneath it, so all of them combined change by `light` what
 * changes beneath: an image with artwork is the blank one plus light * alpha * (artwork - ground).
 * `ground` is RGB of the product and how much of the artwork its mask lets through.
 */
export function addArtwork(
  { pixels, channels }: ImagePixels,
  { colour, alpha }: ArtworkPixels,
  ground: Uint8Array,
  light: Uint8Array,
): void {
  const count = light.length / 3;
  for (let pixel = 0; pixel < count; pixel += 1) {
    const drawn = alpha ? alpha[pixel]! : OPAQUE;
    const beneath = pixel * 4;
    const through = ground[beneath + 3]!;
    if (drawn === 0 || through === 0) continue;
    const share = through * PER_OPAQUE * PER_OPAQUE;
    const hidden = drawn * PER_OPAQUE;
    const [at, from] = [pixel * channels, pixel * 3];
    pixels[at] = pixels[at]! + light[from]! * share * (Math.min(colour[from]!, drawn) - hidden * ground[beneath]!);
    pixels[at + 1] =
      pixels[at + 1]! + light[from + 1]! * share * (Math.min(colour[from + 1]!, drawn) - hidden * ground[beneath + 1]!);
    pixels[at + 2] =
      pixels[at + 2]! + light[from + 2]! * share * (Math.min(colour[from + 2]!, drawn) - hidden * ground[beneath + 2]!);
  }
}

/** Adds what an image had more than its blank product before `artwork` was laid on that, as far as it is no ink. */
export function addBeneath(
  { pixels, channels }: ImagePixels,
  { alpha }: ArtworkPixels,
  before: Uint8Array | Uint8ClampedArray,
  blank: Uint8Array,
): void {
  if (!alpha) return;
  for (let at = 0; at < pixels.length; at += 1) {
    const more = before[at]! - blank[at]!;
    if (more !== 0) pixels[at] = pixels[at]! + more * (1 - alpha[Math.floor(at / channels)]! * PER_OPAQUE);
  }
}

/** RGB of an opaque product, given in RGBA, under its shading. */
export const shadeOpaque = (pixels: Uint8ClampedArray, product: Uint8Array, shading: Shading): void =>
  writeShaded(pixels, product, layersOf(shading));

/** How much of a change beneath comes through the shading, as RGB: what becomes of white, without what the layers add. */
export function writeLight(light: Uint8ClampedArray, shading: Shading): void {
  const white = new Uint8Array((light.length / 3) * 4).fill(OPAQUE);
  const layers = layersOf(shading).map(({ pixels, below, both }) => ({ pixels, above: 0, below, both }));
  writeShaded(light, white, layers);
}

/** Over what is opaque a blend multiplies each channel and adds to it; all layers in one pass, rounded once. */
function writeShaded(rgb: Uint8ClampedArray, product: Uint8Array, layers: readonly Layer[]): void {
  for (let at = 0, from = 0; at < rgb.length; at += 3, from += 4) {
    let red = product[from]!;
    let green = product[from + 1]!;
    let blue = product[from + 2]!;
    for (let index = 0; index < layers.length; index += 1) {
      const layer = layers[index]!;
      const { pixels } = layer;
      const alpha = pixels[from + 3]! * PER_OPAQUE;
      const stored = 1 + alpha * (layer.below - 1);
      const ofBoth = alpha * layer.both;
      const ofLayer = alpha * layer.above;
      red = red * (stored + ofBoth * pixels[from]!) + ofLayer * pixels[from]!;
      green = green * (stored + ofBoth * pixels[from + 1]!) + ofLayer * pixels[from + 1]!;
      blue = blue * (stored + ofBoth * pixels[from + 2]!) + ofLayer * pixels[from + 2]!;
    }
    rgb[at] = red;
    rgb[at + 1] = green;
    rgb[at + 2] = blue;
  }
}
