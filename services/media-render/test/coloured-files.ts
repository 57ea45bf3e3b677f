import { crc32, deflateSync } from 'node:zlib';
import { D50, iccFile } from './icc-file.ts';

/** Primaries in CIE xy, under D65, and the exponent of the tone curve. */
export type ColourSpace = { red: Xy; green: Xy; blue: Xy; gamma: number };
type Xy = readonly [x: number, y: number];
type Triple = [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** As wide as Adobe RGB (1998), under D65, with a plain exponent. */
export const WIDE: ColourSpace = { red: [0.64, 0.33], green: [0.21, 0.71], blue: [0.15, 0.06], gamma: 563 / 256 };
/** Display P3 but for its tone curve. */
export const P3: ColourSpace = { red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], gamma: 2.2 };
/** Red where others have green: a reader that ignores it is far off. */
export const SWAPPED: ColourSpace = { red: [0.3, 0.6], green: [0.64, 0.33], blue: [0.15, 0.06], gamma: 2.2 };

const D65: Triple = [0.95047, 1, 1.08883];
const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

/** What a colour (0 to 1) of such a space is in sRGB (0 to 255), by the definitions of both. */
export function inSrgb({ gamma, ...space }: ColourSpace, colour: readonly number[]): number[] {
  const xyz = times(toXyz(space), colour.map((level) => level ** gamma) as Triple);
  const linear = times(inverse(toXyz(SRGB)), xyz);
  return linear.map((level) => {
    const clipped = Math.min(Math.max(level, 0), 1);
    return 255 * (clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055);
  });
}

const SRGB = { red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06] } as const;

/** From linear light of three primaries to XYZ under D65. */
function toXyz({ red, green, blue }: Omit<ColourSpace, 'gamma'>): Matrix {
  const columns = [red, green, blue].map(([x, y]): Triple => [x / y, 1, (1 - x - y) / y]);
  const primaries = transposed(columns as unknown as Matrix);
  const [r, g, b] = times(inverse(primaries), D65);
  return primaries.map(([one, two, three]): Triple => [one * r, two * g, three * b]) as unknown as Matrix;
}

/** A matrix profile of version 2: primaries adapted to D50, one exponent for all three. */
export function iccProfile({ gamma, ...space }: ColourSpace): Buffer {
  const [from, to] = [times(BRADFORD, D65), times(BRADFORD, D50)];
  const scale = from.map((cone, at) => to[at]! / cone);
  const cones = product(
    [
      [scale[0]!, 0, 0],
      [0, scale[1]!, 0],
      [0, 0, scale[2]!],
    ],
    BRADFORD,
  );
  const adapted = transposed(product(product(inverse(BRADFORD), cones), toXyz(space)));
  const curve = Buffer.alloc(14);
  curve.write('curv', 0, 'latin1');
  curve.writeUInt32BE(1, 8);
  curve.writeUInt16BE(Math.round(gamma * 256), 12);
  return profileOf('RGB ', [
    ['desc', description()],
    ['cprt', Buffer.from('text\0\0\0\0none\0', 'latin1')],
    ['wtpt', xyzTag(D50)],
    ['rXYZ', xyzTag(adapted[0])],
    ['gXYZ', xyzTag(adapted[1])],
    ['bXYZ', xyzTag(adapted[2])],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]);
}

/** One channel with one exponent. */
export function greyProfile(gamma: number): Buffer {
  const curve = Buffer.alloc(14);
  curve.write('curv', 0, 'latin1');
  curve.writeUInt32BE(1, 8);
  curve.writeUInt16BE(Math.round(gamma * 256), 12);
  return profileOf('GRAY', [
    ['desc', description()],
    ['cprt', Buffer.from('text\0\0\0\0none\0', 'latin1')],
    ['wtpt', xyzTag(D50)],
    ['kTRC', curve],
  ]);
}

const profileOf = (colourSpace: string, tags: readonly [string, Buffer][]): Buffer =>
  iccFile({ version: 0x02100000, deviceClass: 'mntr', colourSpace, connection: 'XYZ ' }, tags);

function description(): Buffer {
  const text = 'test\0';
  const tag = Buffer.alloc(12 + text.length + 78);
  tag.write('desc', 0, 'latin1');
  tag.writeUInt32BE(text.length, 8);
  tag.write(text, 12, 'latin1');
  return tag;
}

function xyzTag(values: readonly number[]): Buffer {
  const tag = Buffer.alloc(20);
  tag.write('XYZ ', 0, 'latin1');
  for (const [at, value] of values.entries()) tag.writeInt32BE(Math.round(value * 65_536), 8 + at * 4);
  return tag;
}

const PNG_COLOUR_TYPES = { 1: 0, 2: 4, 3: 2, 4: 6 } as const;
type PngFile = {
  depth: 8 | 16;
  profile?: Buffer;
  /** Further chunks before the pixels. */
  chunks?: readonly Buffer[];
  colour: readonly number[];
  width?: number;
  height?: number;
};

/** All of one colour, of one to four channels from 0 to 1; written byte by byte, so that no library decides what it means. */
export function flatPng({ depth, profile, chunks = [], colour, width = 16, height = 12 }: PngFile): Buffer {
  const channels = colour.length as 1 | 2 | 3 | 4;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, PNG_COLOUR_TYPES[channels]], 8);
  const pixel = Buffer.alloc((channels * depth) / 8);
  for (const [at, level] of colour.entries()) {
    if (depth === 8) pixel.writeUInt8(Math.round(level * 255), at);
    else pixel.writeUInt16BE(Math.round(level * 65_535), at * 2);
  }
  const row = Buffer.concat([Buffer.of(0), ...Array.from({ length: width }, () => pixel)]);
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const embedded = profile && Buffer.concat([Buffer.from('test\0\0', 'latin1'), deflateSync(profile)]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...(embedded ? [pngChunk('iCCP', embedded)] : []),
    ...chunks,
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The reciprocal of an exponent. */
export function gammaChunk(exponent: number): Buffer {
  const content = Buffer.alloc(4);
  content.writeUInt32BE(Math.round(100_000 / exponent), 0);
  return pngChunk('gAMA', content);
}

export function chromaticitiesChunk({ red, green, blue }: ColourSpace): Buffer {
  const content = Buffer.alloc(32);
  const values = [0.3127, 0.329, ...red, ...green, ...blue];
  for (const [at, value] of values.entries()) content.writeUInt32BE(Math.round(value * 100_000), at * 4);
  return pngChunk('cHRM', content);
}

/** Code points of ITU-T H.273 for RGB of full range. */
export const cicpChunk = (primaries: number, transfer: number): Buffer =>
  pngChunk('cICP', Buffer.of(primaries, transfer, 0, 1));

export function pngChunk(type: string, content: Uint8Array): Buffer {
  const chunk = Buffer.alloc(content.length + 12);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(content, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, content.length + 8)), content.length + 8);
  return chunk;
}

/** A JPEG with another profile than it came with, and no word about its orientation. */
export function withJpegProfile(jpeg: Buffer, profile: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), profile]);
  const segment = Buffer.alloc(4);
  segment.writeUInt16BE(0xffe2, 0);
  segment.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), segment, content, jpeg.subarray(2)]);
}

const times = (matrix: Matrix, [x, y, z]: Triple): Triple =>
  matrix.map(([a, b, c]) => a * x + b * y + c * z) as unknown as Triple;

const transposed = (m: Matrix): Matrix => [0, 1, 2].map((at) => m.map((row) => row[at])) as unknown as Matrix;

const product = (one: Matrix, other: Matrix): Matrix =>
  transposed(transposed(other).map((column) => times(one, column)) as unknown as Matrix);

function inverse([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const adjugate: Matrix = [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ];
  return adjugate.map((row) => row.map((value) => value / determinant)) as unknown as Matrix;
}
