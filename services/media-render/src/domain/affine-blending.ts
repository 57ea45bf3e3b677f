import { type ArtworkPixels, type Levels, OPAQUE, PER_OPAQUE, shade, type Shading } from './blending.ts';

/** Pixels of a finished picture: `channels` is 3, or 4 when something else in the picture is transparent. */
export type PicturePixels = { pixels: Uint8ClampedArray; channels: number };

/**
 * Over an opaque product every layer is affine in the colour beneath it, so all of them together change by `light` what
 * changes beneath: a picture with artwork is the blank one plus light * alpha * (artwork - ground).
 * `ground` is RGB of the product and how much of the artwork its mask lets through.
 */
export function addArtwork(
  { pixels, channels }: PicturePixels,
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

/** How much of a change beneath comes through the shading, as RGB: what white becomes, less what black becomes. */
export function writeLight(light: Uint8ClampedArray, shading: Shading): void {
  const count = light.length / 3;
  const [white, black] = [opaque(count, OPAQUE), opaque(count, 0)];
  shade(white, shading);
  shade(black, shading);
  for (let pixel = 0; pixel < count; pixel += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      light[pixel * 3 + channel] = white[pixel * 4 + channel]! - black[pixel * 4 + channel]!;
    }
  }
}

function opaque(count: number, level: number): Levels {
  const levels = new Float32Array(count * 4).fill(level);
  for (let at = 3; at < levels.length; at += 4) levels[at] = OPAQUE;
  return levels;
}
