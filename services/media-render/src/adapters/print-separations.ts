import { open, rm } from 'node:fs/promises';
import sharp from 'sharp';
import { OWN_DECODING } from './decoding.ts';
import { inInks, mustBeInks } from './press-inks.ts';

const MM_PER_METRE = 1_000;
const WHITE = '#fff';

/** Pixels in a metre, null where the size is not known; and a profile in a file, null for the built-in one. */
type Separations = { perMetre: number | null; pressProfile: string | null };

/** The inks of a press: CMYK, with the profile that they are meant for, on white paper. What is transparent is bare paper there. */
export async function writeSeparations(
  from: string,
  to: string,
  { perMetre, pressProfile }: Separations,
): Promise<void> {
  const perMm = perMetre === null ? {} : { xres: perMetre / MM_PER_METRE, yres: perMetre / MM_PER_METRE };
  const size = { resolutionUnit: 'cm', ...perMm } as const;
  const info = await inInks(sharp(from, OWN_DECODING).flatten({ background: WHITE }), pressProfile)
    .tiff({ compression: 'deflate', predictor: 'horizontal', ...size })
    .toFile(to);
  mustBeInks(info);
  if (perMetre === null) await forgetResolution(to);
}

const [X_RESOLUTION, Y_RESOLUTION, RESOLUTION_UNIT] = [282, 283, 296] as const;
const LITTLE_ENDIAN = 'II*\0';
const ENTRY_BYTES = 12;
const VALUE_AT = 8;
const NO_UNIT = Buffer.of(1, 0);
const SQUARE = Buffer.of(1, 0, 0, 0, 1, 0, 0, 0);

/** libvips makes one up where there is none. Without a unit it says only that pixels are square (TIFF 6.0, section 8). */
async function forgetResolution(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  const read = async (at: number, count: number) => (await file.read(Buffer.alloc(count), 0, count, at)).buffer;
  const head = await read(0, 8);
  if (head.toString('latin1', 0, 4) !== LITTLE_ENDIAN) throw new Error('libvips wrote another kind of TIFF');
  const directory = head.readUInt32LE(4);
  const first = directory + 2;
  const entries = await read(first, (await read(directory, 2)).readUInt16LE(0) * ENTRY_BYTES);
  for (let at = 0; at < entries.length; at += ENTRY_BYTES) {
    const tag = entries.readUInt16LE(at);
    if (tag === RESOLUTION_UNIT) await file.write(NO_UNIT, 0, NO_UNIT.length, first + at + VALUE_AT);
    if (tag === X_RESOLUTION || tag === Y_RESOLUTION)
      await file.write(SQUARE, 0, SQUARE.length, entries.readUInt32LE(at + VALUE_AT));
  }
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
