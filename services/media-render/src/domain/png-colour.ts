/** CIE xy of the white and the primaries. */
export type Chromaticities = { white: Xy; red: Xy; green: Xy; blue: Xy };
export type Xy = readonly [x: number, y: number];

/** How levels become light: an exponent, or the curve of sRGB. */
export type Transfer = { exponent: number } | 'srgb';

/** What the chunks of a PNG say of its colours (PNG, third edition, 11.3.2). */
export type ColourChunks = {
  hasProfile: boolean;
  isSrgb: boolean;
  /** Code points of ITU-T H.273. */
  cicp: { primaries: number; transfer: number; matrix: number; isFullRange: boolean } | null;
  /** The reciprocal of the exponent. */
  gamma: number | null;
  chromaticities: Chromaticities | null;
};

/**
 * What has to be known to read a PNG's colours: nothing beside what libpng finds by itself, a space that libpng leaves out of account,
 * or a space that cannot be shown here, such as one of high dynamic range.
 */
type PngColour = 'known' | 'unsupported' | { chromaticities: Chromaticities; transfer: Transfer };

const D65: Xy = [0.3127, 0.329];
export const SRGB: Chromaticities = { white: D65, red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06] };

const SRGB_PRIMARIES = 1;
const SRGB_TRANSFER = 13;
const PRIMARIES: Readonly<Record<number, Chromaticities>> = {
  [SRGB_PRIMARIES]: SRGB,
  // ITU-R BT.2020 and BT.2100.
  9: { white: D65, red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046] },
  // Display P3.
  12: { white: D65, red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06] },
};
const TRANSFERS: Readonly<Record<number, Transfer>> = {
  4: { exponent: 2.2 },
  5: { exponent: 2.8 },
  8: { exponent: 1 },
  [SRGB_TRANSFER]: 'srgb',
};

/** Exponents beyond these are mistakes. */
const EXPONENT_MIN = 0.1;
const EXPONENT_MAX = 10;
/** The PNG standard has writers of sRGB state this gamma and its primaries, for readers that do not know sRGB. */
const GAMMA_OF_SRGB = 0.45455;
const SAME_GAMMA = 0.0001;
const SAME_XY = 0.001;

/**
 * The first that is there counts: cICP, iCCP, sRGB, then gAMA and cHRM. A profile beside a cICP says the same by its own means, and
 * what cannot be shown by its cICP is shown by the profile or sRGB that stands there for that.
 */
export function pngColour({ hasProfile, isSrgb, cicp, gamma, chromaticities }: ColourChunks): PngColour {
  if (hasProfile) return 'known';
  if (cicp) return spaceOf(cicp) ?? (isSrgb ? 'known' : 'unsupported');
  if (isSrgb || gamma === null) return 'known';
  const exponent = 1 / gamma;
  if (!(exponent >= EXPONENT_MIN && exponent <= EXPONENT_MAX)) return 'known';
  const stated = chromaticities && canSpan(chromaticities) ? chromaticities : SRGB;
  if (Math.abs(gamma - GAMMA_OF_SRGB) <= SAME_GAMMA && isSame(stated, SRGB)) return 'known';
  return { chromaticities: stated, transfer: { exponent } };
}

function spaceOf({ primaries, transfer, matrix, isFullRange }: NonNullable<ColourChunks['cicp']>): PngColour | null {
  if (matrix !== 0 || !isFullRange) return null;
  if (primaries === SRGB_PRIMARIES && transfer === SRGB_TRANSFER) return 'known';
  const [chromaticities, curve] = [PRIMARIES[primaries], TRANSFERS[transfer]];
  return chromaticities && curve ? { chromaticities, transfer: curve } : null;
}

const isSame = (one: Chromaticities, other: Chromaticities): boolean =>
  (Object.keys(one) as (keyof Chromaticities)[]).every((name) =>
    [0, 1].every((at) => Math.abs(one[name][at]! - other[name][at]!) <= SAME_XY),
  );

/** Primaries that enclose the white: others name no colours. */
function canSpan({ white, red, green, blue }: Chromaticities): boolean {
  if ([white, red, green, blue].some(([x, y]) => !(y > 0 && x >= 0 && x + y <= 1))) return false;
  const side = ([ax, ay]: Xy, [bx, by]: Xy) => (bx - ax) * (white[1] - ay) - (by - ay) * (white[0] - ax);
  const sides = [side(red, green), side(green, blue), side(blue, red)];
  return sides.every((one) => one > 0) || sides.every((one) => one < 0);
}
