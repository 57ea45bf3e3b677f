import { BinaryWriter } from '@bufbuild/protobuf/wire';

type Encodes<T> = { encode(message: T, writer: BinaryWriter): BinaryWriter };

/** From here on a copy costs more than what avoids it: a preview of some MB would be copied three times on its way out. */
const LARGE_BYTES = 64 * 1024;

/** A message as it is sent. */
export function encoded<T>(type: Encodes<T>, message: T): Buffer {
  const writer = new PartsWriter();
  type.encode(message, writer);
  return writer.whole();
}

/** A field's bytes as they lie in the message that was read; few of them apart, so that they keep no whole message in memory. */
export const fieldBytes = (bytes: Uint8Array): Buffer =>
  bytes.length < LARGE_BYTES ? Buffer.from(bytes) : viewOf(bytes);

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength);

/** Leaves large bytes where they are until all is put together. */
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
    // What is told with its length must be in the writer to be measured.
    if (this.#depth > 0 || chunk.length < LARGE_BYTES) return super.raw(chunk);
    this.#parts.push(this.finish(), chunk);
    return this;
  }

  whole(): Buffer {
    const last = this.finish();
    return this.#parts.length === 0 ? viewOf(last) : Buffer.concat([...this.#parts, last]);
  }
}
