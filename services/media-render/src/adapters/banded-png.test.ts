import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { bandsOf, compressBand, joinBands } from './banded-png.ts';
import { emptyRaster, type Raster, type Rows } from './raster.ts';

const RANDOM_MODULUS = 2_147_483_647;

/** Grain, runs and slopes: what differs from row to row in every way. */
function image(width: number, height: number, channels: Raster['channels'], seed = 1): Raster {
  const raster = emptyRaster({ width, height }, channels);
  let state = seed;
  for (let at = 0; at < raster.pixels.length; at += 1) {
    state = (state * 48_271) % RANDOM_MODULUS;
    const kind = (at >> 7) % 3;
    raster.pixels[at] = kind === 0 ? state : kind === 1 ? 255 : at >> 3;
  }
  return raster;
}

const part = ({ pixels, width, channels }: Raster, { from, to }: Rows): Raster => ({
  width,
  height: to - from,
  channels,
  pixels: pixels.subarray(from * width * channels, to * width * channels),
});

const encoded = async (raster: Raster, rows = bandsOf(raster)) =>
  joinBands(raster, await Promise.all(rows.map((some) => compressBand(some, part(raster, some)))));

/** libpng warns of what it can read in spite of it, so nothing is let pass. */
const decoded = (file: Uint8Array) => sharp(file, { failOn: 'warning' }).raw().toBuffer();

/** All data of the IDAT chunks. */
function compressedData(file: Uint8Array): Buffer {
  const bytes = Buffer.from(file);
  const parts: Buffer[] = [];
  for (let at = 8; at < bytes.length; at += bytes.readUInt32BE(at) + 12) {
    const isData = bytes.toString('latin1', at + 4, at + 8) === 'IDAT';
    if (isData) parts.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  }
  return Buffer.concat(parts);
}

describe('a PNG of bands', () => {
  it.each<[number, number, Raster['channels']]>([
    [1, 1, 3],
    [1, 200, 4],
    [5, 63, 3],
    [7, 64, 4],
    [333, 65, 3],
    [61, 129, 4],
    [1_600, 130, 3],
  ])('of %d x %d px in %d channels holds every pixel', async (width, height, channels) => {
    const raster = image(width, height, channels);

    const file = await encoded(raster);

    expect(await sharp(file).metadata()).toMatchObject({ format: 'png', width, height, channels, depth: 'uchar' });
    expect(Buffer.compare(await decoded(file), raster.pixels)).toBe(0);
  });

  it('contains a checksum that inflating confirms', async () => {
    const raster = image(1_600, 700, 3);

    const rows = inflateSync(compressedData(await encoded(raster)));

    expect(rows).toHaveLength((1_600 * 3 + 1) * 700);
  });

  it('takes bands of several images, of any number of rows', async () => {
    const [one, other] = [image(40, 200, 4, 1), image(40, 200, 4, 7)];
    const rows = [
      { from: 0, to: 64 },
      { from: 64, to: 65 },
      { from: 65, to: 190 },
      { from: 190, to: 200 },
    ];

    const bands = await Promise.all(rows.map((some, index) => compressBand(some, part(index % 2 ? other : one, some))));

    const rowBytes = 40 * 4;
    const expected = Buffer.from(one.pixels);
    for (const { from, to } of [rows[1]!, rows[3]!]) {
      expected.set(other.pixels.subarray(from * rowBytes, to * rowBytes), from * rowBytes);
    }
    expect(Buffer.compare(await decoded(joinBands(one, bands)), expected)).toBe(0);
  });

  it('gives bytes that can be handed to another thread', async () => {
    const { byteOffset, byteLength, buffer } = await encoded(image(9, 9, 3));
    expect([byteOffset, buffer.byteLength]).toEqual([0, byteLength]);
  });
});
