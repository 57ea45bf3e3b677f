import sharp, { type ResizeOptions, type Sharp } from 'sharp';
import { DECODING } from './decoding.ts';
import { withStatedColour } from './stated-colour.ts';

/** A stranger's image, upright, at some size and in sRGB, whatever its profile and depth. */
export const uprightInSrgb = (source: string | Uint8Array, size: ResizeOptions): Promise<Sharp> =>
  inSrgb(source, (upright) => upright.resize(size));

/** What is made of an upright image, in sRGB. */
export async function inSrgb(source: string | Uint8Array, make: (upright: Sharp) => Sharp): Promise<Sharp> {
  const { depth, space, ...known } = await sharp(source, DECODING).metadata();
  const image = await withStatedColour(source);
  const hasProfile = known.hasProfile || image !== source;
  const made = () => make(sharp(image, DECODING).autoOrient());
  // With a profile sharp takes 16-bit colours to Display P3 and says nothing of it, and leaves 16-bit greys as they are.
  if (depth !== 'ushort' || !hasProfile) return made().toColourspace('srgb');
  if (space !== 'grey16') return made().withIccProfile('srgb').toColourspace('srgb');
  const inEightBits = made().toColourspace('b-w').keepIccProfile().png({ compressionLevel: 0 });
  return sharp(await inEightBits.toBuffer(), DECODING).toColourspace('srgb');
}
