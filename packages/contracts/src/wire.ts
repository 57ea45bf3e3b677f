import { BinaryReader as UsualReader, BinaryWriter as UsualWriter } from '@bufbuild/protobuf/wire';

type Encodes<T> = { encode(message: T, writer: BinaryWriter): unknown };

/** From here on a copy costs more than what avoids it: a preview of some MB would be copied three times on its way out. */
const LARGE_BYTES = 64 * 1024;
const UINT32_MAX = 0xff_ff_ff_ff;
/** What a 32-bit number takes at most, and what its last byte is at most then. */
const UINT32_BYTES = 5;
const UINT32_LAST_BYTE = 0x0f;
/** The usual reader makes shorter texts of their characters one by one, which costs less than the call that makes the others. */
const SHORT_BYTES = 32;

/** A message as it is sent. */
export function encoded<T>(type: Encodes<T>, message: T): Buffer {
  const writer = new PartsWriter();
  type.encode(message, writer);
  return writer.joined();
}

/** A field's bytes within the buffer of the decoded message; small ones are copied, so that they do not retain the entire buffer. */
export const fieldBytes = (bytes: Uint8Array): Buffer =>
  bytes.length < LARGE_BYTES ? Buffer.from(bytes) : viewOf(bytes);

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength);

/** Writes the seconds of a timestamp, and most amounts, without a `bigint`. */
export class BinaryWriter extends UsualWriter {
  override int64(value: bigint | number | string): this {
    return typeof value === 'number' && value >= 0 && value <= UINT32_MAX ? this.uint32(value) : super.int64(value);
  }
}

/** Reads them without one too, and ids without a decoder. */
export class BinaryReader extends UsualReader {
  readonly #bytes: Buffer;

  constructor(bytes: Uint8Array) {
    super(bytes);
    this.#bytes = bytes instanceof Buffer ? bytes : viewOf(bytes);
  }

  /** An `int64` that a number can hold. */
  number(): number {
    const start = this.pos;
    const low = this.uint32();
    const bytes = this.pos - start;
    const isAll = bytes < UINT32_BYTES || (bytes === UINT32_BYTES && this.#bytes[this.pos - 1]! <= UINT32_LAST_BYTE);
    if (isAll) return low;
    this.pos = start;
    const value = Number(this.int64());
    if (Number.isSafeInteger(value)) return value;
    throw new RangeError('A number is larger than can be represented exactly');
  }

  override string(strict?: boolean): string {
    const start = this.pos;
    const bytes = this.uint32();
    const from = this.pos;
    if (strict || bytes <= SHORT_BYTES || from + bytes > this.len) {
      this.pos = start;
      return super.string(strict);
    }
    this.pos = from + bytes;
    return this.#bytes.toString('utf8', from, this.pos);
  }
}

/** Collects large byte fields without copying them, until all parts are concatenated. */
class PartsWriter extends BinaryWriter {
  readonly #parts: Uint8Array[] = [];
  #depth = 0;

  override fork(): this {
    this.#depth += 1;
    return super.fork();
  }

  override join(): this {
    this.#depth -= 1;
    return super.join();
  }

  override raw(chunk: Uint8Array): this {
    // Length-delimited parts must be in the writer for their length to be known.
    if (this.#depth > 0 || chunk.length < LARGE_BYTES) return super.raw(chunk);
    this.#parts.push(this.finish(), chunk);
    return this;
  }

  joined(): Buffer {
    const last = this.finish();
    return this.#parts.length === 0 ? viewOf(last) : Buffer.concat([...this.#parts, last]);
  }
}
