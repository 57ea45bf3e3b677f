import { describe, expect, it } from 'vitest';
import { BinaryReader as UsualReader, BinaryWriter as UsualWriter } from '@bufbuild/protobuf/wire';
import { BinaryReader, BinaryWriter, encoded, fieldBytes } from './wire.ts';

const LARGE = 64 * 1024;
type Message = { before: string; bytes: Uint8Array; inner: Uint8Array; after: number };

/** As generated code does it: a text, bytes, a message with bytes in it, a number. */
const type = {
  encode({ before, bytes, inner, after }: Message, writer: UsualWriter) {
    writer.uint32(10).string(before);
    writer.uint32(18).bytes(bytes);
    writer.uint32(26).fork();
    writer.uint32(10).bytes(inner);
    writer.join();
    return writer.uint32(32).int32(after);
  },
};

const some = (length: number) => Uint8Array.from({ length }, (_, at) => at % 251);

describe('a message', () => {
  it.each([
    ['nothing', 0, 0],
    ['little', 5, 300],
    ['almost much', LARGE - 1, 0],
    ['much', LARGE, 0],
    ['much in a message within', 3, LARGE],
    ['much everywhere', 3 * LARGE, 2 * LARGE],
  ])('with %s in it is encoded as ever', (_, bytes, inner) => {
    const message = { before: 'text', bytes: some(bytes), inner: some(inner), after: 7 };

    expect(encoded(type, message).equals(type.encode(message, new UsualWriter()).finish())).toBe(true);
  });
});

describe('bytes that were read', () => {
  it.each([
    ['are copied when they are few', LARGE - 1, false],
    ['lie in the message when they are many', LARGE, true],
  ])('%s', (_, length, isShared) => {
    const message = some(length + 10);
    const read = fieldBytes(message.subarray(4, 4 + length));

    expect(read.equals(some(length + 4).subarray(4))).toBe(true);
    expect(read.buffer === message.buffer).toBe(isShared);
  });
});

describe('a number of 64 bits', () => {
  const { MAX_SAFE_INTEGER: largest, MIN_SAFE_INTEGER: smallest } = Number;

  it.each([0, 1, 127, 128, 2 ** 28 - 1, 2 ** 28, 1_795_000_000, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 35, largest, -1, smallest])(
    'is written and read as ever: %i',
    (value) => {
      const bytes = new BinaryWriter().int64(value).int64(7).finish();
      const reader = new BinaryReader(bytes);

      expect(Buffer.from(bytes).equals(new UsualWriter().int64(value).int64(7).finish())).toBe(true);
      expect([reader.number(), reader.number(), reader.pos]).toEqual([value, 7, bytes.length]);
    },
  );

  it.each([BigInt(largest) + 1n, BigInt(smallest) - 1n])('is rejected where no number is exact: %s', (value) => {
    expect(() => new BinaryReader(new UsualWriter().int64(value).finish()).number()).toThrow('represented exactly');
  });

  it.each([0.5, Number.NaN])('is rejected where it is none: %s', (value) => {
    expect(() => new BinaryWriter().int64(value)).toThrow();
  });

  it('is not read beyond its message', () => {
    expect(() => new BinaryReader(Uint8Array.of(0x80, 0x80)).number()).toThrow('premature EOF');
  });
});

describe('a text', () => {
  const UUID = '01900000-0000-7000-8000-000000000001';

  it.each(['', 'short', 'ação', UUID, `\ufeff${UUID}`, 'É'.repeat(40), '👕'.repeat(9), 'x'.repeat(300)])(
    'is read as ever: %s',
    (text) => {
      const bytes = new UsualWriter().string(text).string('next').finish();
      const within = Buffer.concat([Buffer.from('before'), bytes]).subarray('before'.length);

      for (const one of [bytes, within]) {
        const reader = new BinaryReader(one);
        expect([reader.string(), reader.string(), reader.pos]).toEqual([text, 'next', bytes.length]);
      }
    },
  );

  it.each([3, 40])('is not read beyond its message: %i', (length) => {
    expect(() => new BinaryReader(Uint8Array.of(length, 97)).string()).toThrow('premature EOF');
  });

  it('that is no UTF-8 is replaced as ever, or rejected where that is wanted', () => {
    const bytes = Uint8Array.of(40, ...Buffer.alloc(38, 'a'), 0xc3, 0xff);

    expect(new BinaryReader(bytes).string()).toBe(new UsualReader(bytes).string());
    expect(() => new BinaryReader(bytes).string(true)).toThrow(TypeError);
  });
});
