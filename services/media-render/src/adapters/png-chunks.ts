import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Chromaticities, ColourChunks, Xy } from '../domain/png-colour.ts';

const PNG_SIGNATURE = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** The signature and IHDR, which always comes first. */
export const PNG_HEAD_BYTES = 33;

type PngStart = { isGrey: boolean; chunks: ColourChunks };

/** Real files have some ten before their pixels; what a longer list hides is not searched for. */
const CHUNKS_MAX = 1_000;
const CHUNK_OVERHEAD_BYTES = 12;
const COLOUR_TYPE_AT = 25;
/** All but the palette's contain colours by themselves. */
const GREYS: readonly number[] = [0, 4];
/** The longest that is read here. */
const CONTENT_BYTES_MAX = 32;

/** What a PNG says of its colours before its pixels begin; null for whatever is no PNG. Only what stands before them is read. */
export async function readPngStart(source: string | Uint8Array): Promise<PngStart | null> {
  if (typeof source !== 'string') return startOf(async (at, count) => Buffer.from(source.subarray(at, at + count)));
  await using file = await open(source);
  // Awaited here, so that the file stays open.
  return await startOf((at, count) => part(file, at, count));
}

async function part(file: FileHandle, at: number, count: number): Promise<Buffer> {
  const bytes = Buffer.alloc(count);
  const { bytesRead } = await file.read(bytes, 0, count, at);
  return bytes.subarray(0, bytesRead);
}

async function startOf(read: (at: number, count: number) => Promise<Buffer>): Promise<PngStart | null> {
  const head = await read(0, PNG_HEAD_BYTES);
  if (head.length < PNG_HEAD_BYTES || !head.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return null;
  const chunks: ColourChunks = { hasProfile: false, isSrgb: false, cicp: null, gamma: null, chromaticities: null };
  let at = PNG_HEAD_BYTES;
  for (let count = 0; count < CHUNKS_MAX; count += 1) {
    const start = await read(at, 8 + CONTENT_BYTES_MAX);
    if (start.length < 8) break;
    const [length, type] = [start.readUInt32BE(0), start.toString('latin1', 4, 8)];
    if (type === 'IDAT') break;
    note(chunks, type, start.subarray(8, 8 + length));
    at += CHUNK_OVERHEAD_BYTES + length;
  }
  return { isGrey: GREYS.includes(head[COLOUR_TYPE_AT]!), chunks };
}

const PER_ONE = 100_000;

function note(chunks: ColourChunks, type: string, content: Buffer): void {
  if (type === 'iCCP') chunks.hasProfile = true;
  if (type === 'sRGB') chunks.isSrgb = true;
  if (type === 'gAMA' && content.length === 4) chunks.gamma = content.readUInt32BE(0) / PER_ONE;
  if (type === 'cHRM' && content.length === 32) chunks.chromaticities = chromaticitiesIn(content);
  if (type === 'cICP' && content.length === 4) {
    const [primaries, transfer, matrix, range] = content as unknown as [number, number, number, number];
    chunks.cicp = { primaries, transfer, matrix, isFullRange: range === 1 };
  }
}

function chromaticitiesIn(content: Buffer): Chromaticities {
  const xy = (place: number): Xy => [
    content.readUInt32BE(place * 8) / PER_ONE,
    content.readUInt32BE(place * 8 + 4) / PER_ONE,
  ];
  return { white: xy(0), red: xy(1), green: xy(2), blue: xy(3) };
}

const CHUNK_HEAD_BYTES = 8;
const CHECKSUM_BYTES = 4;
/** Chunks of pixels have 8 KiB, so a file of a hundred megabytes would be read in twelve thousand parts. */
const BLOCK_BYTES = 2 ** 20;

/** The compressed pixels of a PNG, in long pieces. */
export async function* compressedPixels(path: string, blockBytes = BLOCK_BYTES): AsyncGenerator<Buffer> {
  const blocks = createReadStream(path, { start: PNG_HEAD_BYTES, highWaterMark: blockBytes });
  let head = Buffer.alloc(0);
  let left = 0;
  for await (const block of blocks as AsyncIterable<Buffer>) {
    let filled = 0;
    for (let at = 0, end = 0; at < block.length; at = end) {
      if (left === 0) {
        end = Math.min(block.length, at + CHUNK_HEAD_BYTES - head.length);
        head = Buffer.concat([head, block.subarray(at, end)]);
        if (head.length === CHUNK_HEAD_BYTES) left = head.readUInt32BE(0) + CHECKSUM_BYTES;
        continue;
      }
      end = Math.min(block.length, at + left);
      const pixels = isPixels(head) ? Math.max(0, Math.min(end - at, left - CHECKSUM_BYTES)) : 0;
      filled += block.copy(block, filled, at, at + pixels);
      left -= end - at;
      if (left === 0) head = Buffer.alloc(0);
    }
    if (filled > 0) yield block.subarray(0, filled);
  }
}

const isPixels = (head: Buffer): boolean => head.toString('latin1', 4, CHUNK_HEAD_BYTES) === 'IDAT';
