import { BinaryWriter } from '@bufbuild/protobuf/wire';

type Encodes<T> = { encode(message: T, writer: BinaryWriter): BinaryWriter };

/** From here on a copy costs more than what avoids it: a preview of some MB would be copied three times on its way out. */
const LARGE_BYTES = 64 * 1024;

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
