import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import type { Size } from '../domain/geometry.ts';
import type { Raster, Rows } from './raster.ts';

/** Rows that are compressed in one go: few enough that little is made anew for nothing, many enough to compress. */
const BAND_ROWS = 64;

/** Some rows of a PNG, ready to be joined with others. */
export type Band = Rows & { chunk: Uint8Array; checksum: number; filteredBytes: number };

/** What the bands of an image cover, from the top. */
export const bandsOf = ({ height }: Size): Rows[] =>
  Array.from({ length: Math.ceil(height / BAND_ROWS) }, (_, band) => ({
    from: band * BAND_ROWS,
    to: Math.min(height, (band + 1) * BAND_ROWS),
  }));

/** Some rows of an image as one band. Only runs are compressed: differences between rows save little else, and it is quick. */
export async function compressBand({ from, to }: Rows, rows: Raster): Promise<Band> {
  const filtered = filteredRows(rows);
  const checksum = adler32(filtered);
  const segment = await compress(filtered, {
    ...COMPRESSION,
    chunkSize: Math.max(OUTPUT_BYTES_MIN, filtered.length >> 1),
  });
  return { from, to, chunk: chunkOf('IDAT', segment), checksum, filteredBytes: filtered.length };
}

/** zlib takes no less. */
const OUTPUT_BYTES_MIN = 64;

const compress = promisify<Uint8Array, object, Buffer>(deflateRaw);
/** The flush lets another segment follow. */
const COMPRESSION = { level: 1, strategy: constants.Z_RLE, finishFlush: constants.Z_SYNC_FLUSH };

const COLOUR_TYPES = { 1: 0, 2: 4, 3: 2, 4: 6 } as const;
const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const ZLIB_HEADER = Uint8Array.of(0x78, 0x01);
/** An empty block that says that nothing follows. */
const LAST_BLOCK = [0x03, 0x00];
const END = chunkOf('IEND', new Uint8Array());

/** Bands from top to bottom as one file. */
export function joinBands({ width, height, channels }: Omit<Raster, 'pixels'>, bands: readonly Band[]): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, COLOUR_TYPES[channels]], 8);
  const trailer = Buffer.from([...LAST_BLOCK, 0, 0, 0, 0]);
  trailer.writeUInt32BE(bands.reduce(joinedChecksum, 1), LAST_BLOCK.length);
  const parts = [
    SIGNATURE,
    chunkOf('IHDR', header),
    chunkOf('IDAT', ZLIB_HEADER),
    ...bands.map(({ chunk }) => chunk),
    chunkOf('IDAT', trailer),
    END,
  ];
  // Not of a pool, so that the bytes can be handed to another thread.
  const file = new Uint8Array(parts.reduce((bytes, part) => bytes + part.length, 0));
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

export function chunkOf(type: string, content: Uint8Array): Uint8Array {
  const chunk = Buffer.allocUnsafeSlow(content.length + 12);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(content, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, content.length + 8)), content.length + 8);
  return chunk;
}

const FILTER_NONE = 0;
const FILTER_UP = 2;

/** Each row as its difference to the one above; the first as it is, since what is above it may be another's. */
function filteredRows({ width, height, channels, pixels }: Raster): Uint8Array {
  const stride = width * channels;
  const filtered = Buffer.allocUnsafeSlow((stride + 1) * height);
  filtered[0] = FILTER_NONE;
  filtered.set(pixels.subarray(0, stride), 1);
  const [from, to] = [viewOf(pixels), viewOf(filtered)];
  for (let y = 1; y < height; y += 1) {
    const [row, start] = [y * stride, y * (stride + 1) + 1];
    filtered[start - 1] = FILTER_UP;
    let at = 0;
    for (; at + 4 <= stride; at += 4) {
      to.setInt32(start + at, difference(from.getInt32(row + at), from.getInt32(row + at - stride)));
    }
    for (; at < stride; at += 1) filtered[start + at] = pixels[row + at]! - pixels[row + at - stride]!;
  }
  return filtered;
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength);

const TOP_BITS = 0x80808080;

/** Of four bytes from four others at once; none borrows from its neighbour, since its top bit is set apart. */
const difference = (these: number, those: number): number =>
  ((these | TOP_BITS) - (those & ~TOP_BITS)) ^ ((these ^ ~those) & TOP_BITS);

const ADLER_BASE = 65_521;
/** So many bytes can be summed before the sums leave 31 bits. */
const ADLER_BYTES = 3_800;

function adler32(bytes: Uint8Array): number {
  const count = bytes.length;
  let [low, high] = [1, 0];
  for (let at = 0; at < count;) {
    // Integers all along, which takes half the time.
    const end = Math.min(at + ADLER_BYTES, count) | 0;
    for (; at < end; at = (at + 1) | 0) {
      low = (low + bytes[at]!) | 0;
      high = (high + low) | 0;
    }
    low %= ADLER_BASE;
    high %= ADLER_BASE;
  }
  return high * 0x1_0000 + low;
}

/** The checksum of two parts of known checksums, one after the other. */
function joinedChecksum(before: number, { checksum, filteredBytes }: Band): number {
  const lowBefore = before % 0x1_0000;
  const low = (lowBefore + (checksum % 0x1_0000) + ADLER_BASE - 1) % ADLER_BASE;
  const high = ((before >>> 16) + (checksum >>> 16) + filteredBytes * (lowBefore + ADLER_BASE - 1)) % ADLER_BASE;
  return high * 0x1_0000 + low;
}
