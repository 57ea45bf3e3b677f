import { OPAQUE, PER_OPAQUE } from './blending.ts';

/** A colour as `#rrggbb`. */
export type HexColor = string;
type Rgb = readonly [number, number, number];

/** Linear light of an sRGB level, from 0 to 1. */
const LINEAR = Float32Array.from({ length: OPAQUE + 1 }, (_, level) => linearOf(level / OPAQUE));

function linearOf(encoded: number): number {
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
}

const encodedOf = (linear: number): number =>
  linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;

const linearRgb = (hexColor: HexColor): Rgb =>
  [1, 3, 5].map((at) => LINEAR[Number.parseInt(hexColor.slice(at, at + 2), 16)]!) as unknown as Rgb;

const luminance = (red: number, green: number, blue: number): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** The darkest cloth, so that its folds are seen. */
export const CLOTH_LUMINANCE_MIN = 0.02;
/** How light cloth is at the most beside the lightest colour of its hue, so that what is lit more is seen. */
export const CLOTH_LIGHTNESS_MAX = 0.8;

/** Steps between black and white, evenly in the root of luminance, which is about as eyes see it. */
const STEPS = 4_096;

const stepOf = (rgba: Uint8Array, at: number): number =>
  Math.sqrt(luminance(LINEAR[rgba[at]!]!, LINEAR[rgba[at + 1]!]!, LINEAR[rgba[at + 2]!]!)) * (STEPS - 1) + 0.5;

/** The luminance that cloth has where it is lit as most of it is: the median, by how much of it is seen. */
export function usualLuminance(rgba: Uint8Array, coverage: Uint8Array): number {
  const seen = new Float64Array(STEPS);
  for (let pixel = 0; pixel < coverage.length; pixel += 1)
    if (coverage[pixel] !== 0) seen[stepOf(rgba, pixel * 4) | 0]! += coverage[pixel]!;
  let left = seen.reduce((sum, share) => sum + share, 0) / 2;
  const step = seen.findIndex((share) => (left -= share) <= 0);
  return (Math.max(step, 1) / (STEPS - 1)) ** 2;
}

/**
 * What cloth of one luminance in the photo becomes in a colour, as RGB levels from 0 to 255 for each step. Its luminance changes
 * in proportion to the light that falls on it, up to what is usual; beyond that it approaches white and never reaches it.
 */
export function dye(hexColor: HexColor, usual: number): Float32Array {
  const linear = linearRgb(hexColor);
  const lightest = lightestOf(linear);
  const most = luminance(...lightest) * CLOTH_LIGHTNESS_MAX;
  const lit = Math.min(Math.max(luminance(...linear), CLOTH_LUMINANCE_MIN), most);
  const shades = new Float32Array(STEPS * 3);
  for (let step = 0; step < STEPS; step += 1) {
    const light = (step / (STEPS - 1)) ** 2 / usual;
    shadeOf(lightest, shaded(lit, light)).forEach((level, channel) => {
      shades[step * 3 + channel] = encodedOf(level) * OPAQUE;
    });
  }
  return shades;
}

/** Of cloth under so much of the usual light. */
function shaded(lit: number, light: number): number {
  if (light <= 1) return lit * light;
  const excess = ((light - 1) * lit) / (1 - lit);
  return lit + (1 - lit) * (excess / (1 + excess));
}

/** As saturated as it is and as bright as can be shown. */
function lightestOf(linear: Rgb): Rgb {
  const largest = Math.max(...linear);
  return largest === 0 ? [1, 1, 1] : (linear.map((level) => level / largest) as unknown as Rgb);
}

/** Of the hue of a colour that is as light as can be, with another luminance: darker, or on the way to white. */
function shadeOf(lightest: Rgb, wanted: number): Rgb {
  const reached = luminance(...lightest);
  if (wanted <= reached) return lightest.map((level) => (level * wanted) / reached) as unknown as Rgb;
  const white = (wanted - reached) / (1 - reached);
  return lightest.map((level) => level + (1 - level) * white) as unknown as Rgb;
}

/** Dyes RGBA pixels in place, as far as they show cloth. */
export function dyeRow(rgba: Uint8ClampedArray, photo: Uint8Array, coverage: Uint8Array, shades: Float32Array): void {
  for (let pixel = 0, at = 0; pixel < coverage.length; pixel += 1, at += 4) {
    const share = coverage[pixel]! * PER_OPAQUE;
    if (share === 0) continue;
    const shade = (stepOf(photo, at) | 0) * 3;
    rgba[at] = photo[at]! + share * (shades[shade]! - photo[at]!);
    rgba[at + 1] = photo[at + 1]! + share * (shades[shade + 1]! - photo[at + 1]!);
    rgba[at + 2] = photo[at + 2]! + share * (shades[shade + 2]! - photo[at + 2]!);
  }
}

/** Below half of the lightness from black to white that eyes see: CIE L* 50. */
const DARK_LUMINANCE = 0.1842;

/** Whether ink needs white beneath it to be seen. */
export const isDark = (hexColor: HexColor): boolean => luminance(...linearRgb(hexColor)) < DARK_LUMINANCE;
