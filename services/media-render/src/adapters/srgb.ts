import sharp, { type ResizeOptions, type Sharp } from 'sharp';
import { DECODING } from './decoding.ts';

/** A stranger's picture, upright, at some size and in sRGB, whatever its profile and depth. */
export async function uprightInSrgb(source: string | Uint8Array, size: ResizeOptions): Promise<Sharp> {
  const scaled = () => sharp(source, DECODING).autoOrient().resize(size);
  const { depth, space, hasProfile } = await sharp(source, DECODING).metadata();
  // With a profile sharp takes 16-bit colours to Display P3 and says nothing of it, and leaves 16-bit greys as they are.
  if (depth !== 'ushort' || !hasProfile) return scaled().toColourspace('srgb');
  if (space !== 'grey16') return scaled().withIccProfile('srgb').toColourspace('srgb');
  const inEightBits = scaled().toColourspace('b-w').keepIccProfile().png({ compressionLevel: 0 });
  return sharp(await inEightBits.toBuffer(), DECODING).toColourspace('srgb');
}
