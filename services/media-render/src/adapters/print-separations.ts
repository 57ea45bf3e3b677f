import { rm } from 'node:fs/promises';
import sharp from 'sharp';
import { OWN_DECODING } from './decoding.ts';

const MM_PER_METRE = 1_000;
const WHITE = '#fff';

/**
 * The inks of a press: CMYK, with the profile that they are meant for, on white paper. What is transparent is bare paper there.
 *
 * @param perMetre - pixels, null where the size is not known.
 */
export async function writeSeparations(from: string, to: string, perMetre: number | null): Promise<void> {
  const perMm = perMetre === null ? {} : { xres: perMetre / MM_PER_METRE, yres: perMetre / MM_PER_METRE };
  await sharp(from, OWN_DECODING)
    .flatten({ background: WHITE })
    .toColourspace('cmyk')
    .withIccProfile('cmyk')
    .tiff({ compression: 'deflate', predictor: 'horizontal', resolutionUnit: 'cm', ...perMm })
    .toFile(to);
}

/** By how much white ink stays behind the edge of the colours, so that none shows where plates are not exactly in register. */
const UNDERBASE_CHOKE_MM = 0.3;
/** Where the size is not known. */
const UNDERBASE_CHOKE_PX = 3;
/** However fine the artwork is, since the time that it takes grows with it. */
const UNDERBASE_CHOKE_MAX_PX = 12;
/** Of 255: fainter colours are not seen, so the edge is where they reach this. */
const SEEN_FROM = 16;

/**
 * Where white ink lies under the colours, and how much: a grey plate, white is all. Behind the edge it is as much as the colours
 * cover. The edge is moved in an image of black and white, since libvips dilates bits, not levels.
 */
export async function writeUnderbase(from: string, to: string, perMetre: number | null): Promise<void> {
  const choke = perMetre === null ? UNDERBASE_CHOKE_PX : Math.round((UNDERBASE_CHOKE_MM * perMetre) / MM_PER_METRE);
  const alpha = `${to}.alpha.png`;
  try {
    await sharp(from, OWN_DECODING).extractChannel('alpha').toColourspace('b-w').png().toFile(alpha);
    await rm(from);
    await sharp(alpha, OWN_DECODING)
      .threshold(SEEN_FROM)
      // Sharp takes black for the foreground.
      .dilate(Math.min(UNDERBASE_CHOKE_MAX_PX, Math.max(1, choke)))
      .boolean(alpha, 'and')
      .toColourspace('b-w')
      .png()
      .toFile(to);
  } finally {
    await rm(alpha, { force: true });
  }
}
