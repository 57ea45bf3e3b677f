import { inflateSync } from 'node:zlib';
import { damagedPsd } from '../../domain/psd/psd-limits.ts';

const COMPRESSION = { raw: 0, runs: 1, zip: 2, predicted: 3 };

/** As it stands in a file; colours are numbered from 0 on, -1 is alpha, -2 the mask. */
export type PsdChannel = { id: number; compression: number; data: Uint8Array | undefined };
type Box = { width: number; height: number };

/** One channel in 8 bits a pixel; never more bytes than its box has, whatever the file holds. */
export function decodePlane(
  { compression, data }: Omit<PsdChannel, 'id'>,
  { width, height }: Box,
  depth: number,
): Uint8Array {
  const rowBytes = width * (depth / 8);
  const expected = rowBytes * height;
  if (!data || expected === 0) return new Uint8Array(width * height);
  const samples = decompressed(compression, data, rowBytes, height);
  if (samples.length < expected) throw damagedPsd(`a channel has ${samples.length} of ${expected} bytes`);
  const isPredicted = compression === COMPRESSION.predicted;
  if (depth === 8) return isPredicted ? summed8(samples, width, height) : samples.subarray(0, expected);
  return levelsOf16(samples, width, height, isPredicted);
}

function decompressed(compression: number, data: Uint8Array, rowBytes: number, rows: number): Uint8Array {
  if (compression === COMPRESSION.raw) return data;
  if (compression === COMPRESSION.runs) return unpacked(data, rowBytes, rows);
  try {
    return inflateSync(data, { maxOutputLength: rowBytes * rows });
  } catch {
    throw damagedPsd('a compressed channel does not have its size');
  }
}

/** PackBits: before the rows stand their lengths, two bytes each. */
function unpacked(data: Uint8Array, rowBytes: number, rows: number): Uint8Array {
  const output = new Uint8Array(rowBytes * rows);
  let [at, row] = [rows * 2, 0];
  if (at > data.length) throw damagedPsd('the lengths of rows are missing');
  for (; row < rows; row += 1) {
    const end = at + data[row * 2]! * 256 + data[row * 2 + 1]!;
    if (end > data.length) throw damagedPsd('a row is missing');
    unpackRow(data.subarray(at, end), output.subarray(row * rowBytes, (row + 1) * rowBytes));
    at = end;
  }
  return output;
}

const REPEAT_BASE = 257;
const NOTHING = 128;

function unpackRow(data: Uint8Array, row: Uint8Array): void {
  let [from, to] = [0, 0];
  while (to < row.length) {
    if (from >= data.length) throw damagedPsd('a row ends early');
    const head = data[from]!;
    from += 1;
    if (head === NOTHING) continue;
    const count = head < NOTHING ? head + 1 : REPEAT_BASE - head;
    const used = head < NOTHING ? count : 1;
    if (to + count > row.length || from + used > data.length) throw damagedPsd('a row is too long');
    if (head < NOTHING) row.set(data.subarray(from, from + count), to);
    else row.fill(data[from]!, to, to + count);
    from += used;
    to += count;
  }
}

/** Each level as the difference from the one before. */
function summed8(samples: Uint8Array, width: number, height: number): Uint8Array {
  for (let row = 0; row < height; row += 1) {
    for (let at = row * width + 1; at < (row + 1) * width; at += 1) samples[at] = samples[at]! + samples[at - 1]!;
  }
  return samples;
}

const LEVELS_16 = 65_535;

function levelsOf16(samples: Uint8Array, width: number, height: number, isPredicted: boolean): Uint8Array {
  const levels = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    let before = 0;
    for (let at = row * width; at < (row + 1) * width; at += 1) {
      const value = samples[at * 2]! * 256 + samples[at * 2 + 1]!;
      before = isPredicted ? (before + value) & LEVELS_16 : value;
      levels[at] = (before * 255 + LEVELS_16 / 2) / LEVELS_16;
    }
  }
  return levels;
}
