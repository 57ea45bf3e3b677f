import { describe, expect, it } from 'vitest';
import { type BinaryWriter, BinaryWriter as UsualWriter } from '@bufbuild/protobuf/wire';
import { encoded, fieldBytes } from './wire.ts';

const LARGE = 64 * 1024;
type Message = { before: string; bytes: Uint8Array; inner: Uint8Array; after: number };

/** As generated code does it: a text, bytes, a message with bytes in it, a number. */
const type = {
  encode({ before, bytes, inner, after }: Message, writer: BinaryWriter) {
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
