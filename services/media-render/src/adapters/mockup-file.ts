import { readSync, writeSync } from 'node:fs';
import { DefaultSerializer, Deserializer } from 'node:v8';

/** What stands in a file: `meta` says how `bytes` bytes of pixels become a value again. */
export type Packed = { meta: Uint8Array; bytes: number };

/** Every kind of array begins where it can be read in place. */
const ALIGNMENT = 8;
const KINDS = [Uint8Array, Uint8ClampedArray, Uint16Array, Int16Array, Uint32Array, Int32Array, Float32Array] as const;
type View = InstanceType<(typeof KINDS)[number]>;

class Packer extends DefaultSerializer {
  readonly views: { view: View; at: number }[] = [];
  bytes = 0;

  _writeHostObject(view: View): void {
    const kind = KINDS.findIndex((one) => view instanceof one);
    if (kind < 0) throw new TypeError(`${view.constructor.name} has no place in a file`);
    const at = Math.ceil(this.bytes / ALIGNMENT) * ALIGNMENT;
    for (const number of [kind, at, view.length]) this.writeUint32(number);
    this.views.push({ view, at });
    this.bytes = at + view.byteLength;
  }
}

class Unpacker extends Deserializer {
  readonly #pixels: ArrayBuffer;

  constructor(meta: Uint8Array, pixels: ArrayBuffer) {
    super(meta);
    this.#pixels = pixels;
  }

  _readHostObject(): View {
    const [kind, at, length] = [this.readUint32(), this.readUint32(), this.readUint32()];
    return new KINDS[kind]!(this.#pixels, at, length);
  }
}

/**
 * Writes a value of plain objects and arrays of pixels, without another copy of these. Like reading, in the thread that asks: encoders
 * occupy those that Node has for files, and a few milliseconds of copying would wait for a whole image.
 */
export function writePacked(fd: number, value: object): Packed {
  const packer = new Packer();
  packer.writeValue(value);
  for (const { view, at } of packer.views) {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    inParts(bytes.length, (done) => writeSync(fd, bytes, done, bytes.length - done, at + done));
  }
  return { meta: new Uint8Array(packer.releaseBuffer()), bytes: packer.bytes };
}

/** @throws Error when the file is shorter than what was written. */
export function readPacked(fd: number, { meta, bytes }: Packed): unknown {
  const pixels = Buffer.allocUnsafeSlow(bytes);
  inParts(bytes, (done) => readSync(fd, pixels, done, bytes - done, done));
  return new Unpacker(meta, pixels.buffer).readValue();
}

/** A system call may do a part of what it was asked for. */
function inParts(bytes: number, next: (done: number) => number): void {
  for (let done = 0; done < bytes;) {
    const part = next(done);
    if (part === 0) throw new Error(`A file ended after ${done} of ${bytes} bytes`);
    done += part;
  }
}
