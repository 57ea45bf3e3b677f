import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodePlane } from './decode-plane.ts';

const BOX = { width: 3, height: 2 };
const LEVELS = [1, 2, 2, 250, 4, 4];
const of16 = (levels: readonly number[]) => levels.flatMap((level) => [level, level]);
const differences = (values: readonly number[], mod: number) =>
  values.map((value, at) => (at % BOX.width === 0 ? value : (value - values[at - 1]! + mod) % mod));
const pairs = (values: readonly number[]) => values.flatMap((value) => [value >> 8, value & 255]);
const decoded = (compression: number, data: readonly number[] | Buffer, depth: number) =>
  Array.from(decodePlane({ compression, data: Uint8Array.from(data) }, BOX, depth));

describe('a channel', () => {
  it.each<[string, number, readonly number[] | Buffer, number]>([
    ['as it is', 0, LEVELS, 8],
    ['as it is, with bytes behind it', 0, [...LEVELS, 9], 8],
    ['in runs and literals', 1, [0, 4, 0, 4, 0, 1, 255, 2, 0, 250, 255, 4], 8],
    ['in runs with bytes that do nothing', 1, [0, 5, 0, 4, 128, 0, 1, 255, 2, 0, 250, 255, 4], 8],
    ['deflated', 2, deflateSync(Buffer.from(LEVELS)), 8],
    ['deflated as differences', 3, deflateSync(Buffer.from(differences(LEVELS, 256))), 8],
    ['of 16 bits', 0, of16(LEVELS), 16],
    ['of 16 bits, deflated', 2, deflateSync(Buffer.from(of16(LEVELS))), 16],
    [
      'of 16 bits, deflated as differences',
      3,
      deflateSync(
        Buffer.from(
          pairs(
            differences(
              LEVELS.map((level) => level * 257),
              65_536,
            ),
          ),
        ),
      ),
      16,
    ],
  ])('%s', (_name, compression, data, depth) => {
    expect(decoded(compression, data, depth)).toEqual(LEVELS);
  });

  it('of 16 bits is rounded to the nearest of 8', () => {
    const values = [0, 128, 129, 65_406, 65_407, 65_535];

    expect(decoded(0, pairs(values), 16)).toEqual([0, 0, 1, 254, 255, 255]);
  });

  it.each<[string, number, readonly number[] | Buffer]>([
    ['too few bytes', 0, [1, 2, 3, 4, 5]],
    ['no lengths', 1, [0, 4, 0]],
    ['a row that is missing', 1, [0, 4, 0, 4, 1, 1, 255, 2]],
    ['a row that is too short', 1, [0, 2, 0, 4, 0, 1, 0, 250, 255, 4]],
    ['a row that is too long', 1, [0, 2, 0, 4, 253, 1, 0, 250, 255, 4]],
    ['a row of nothing', 1, [0, 2, 0, 2, 128, 128, 128, 128]],
    ['too many bytes, deflated', 2, deflateSync(Buffer.alloc(7))],
    ['a thousand times its size, deflated', 2, deflateSync(Buffer.alloc(6_000))],
    ['too few bytes, deflated', 2, deflateSync(Buffer.alloc(5))],
    ['what is not deflated', 2, LEVELS],
  ])('with %s is damage', (_name, compression, data) => {
    expect(() => decoded(compression, data, 8)).toThrow(expect.objectContaining({ reason: 'damaged_psd' }));
  });
});
