import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, inflateRaw } from 'node:zlib';
import { ownBytes } from './own-bytes.ts';

/** The default takes three times as long for a quarter less. */
const LEVEL = constants.Z_BEST_SPEED;
/** Of a gzip file: deflate, no name, no time, fastest, any system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 0xff]);

const deflate = promisify<Buffer, object, Buffer>(deflateRaw);
const inflate = promisify<Buffer, object, Buffer>(inflateRaw);

/**
 * A long text that is stored compressed alone: its head, which is the same for every viewer, as the beginning of a gzip file that
 * anything may follow, so that only what differs from viewer to viewer is compressed for each. A product of thousands of SKUs
 * is 11 MB as text and less than half a megabyte so.
 */
export class PackedJson {
  readonly tail: Buffer;
  readonly #head: Buffer;
  readonly #headBytes: number;
  readonly #headSum: number;
  readonly #ending: Buffer;

  private constructor(head: Buffer, checked: { bytes: number; sum: number }, tail: Buffer, ending: Buffer) {
    this.#head = head;
    this.#headBytes = checked.bytes;
    this.#headSum = checked.sum;
    this.tail = tail;
    this.#ending = ending;
  }

  static async of(json: Buffer, tailAt: number): Promise<PackedJson> {
    const [head, tail] = [json.subarray(0, tailAt), ownBytes(json.subarray(tailAt))];
    const checked = { bytes: head.byteLength, sum: crc32(head) };
    const packed = await deflate(head, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH });
    const stored = ownBytes(Buffer.concat([HEADER, packed]));
    return new PackedJson(stored, checked, tail, ownBytes(await endingOf(tail, checked)));
  }

  /** What it takes in memory. */
  get byteLength(): number {
    return this.#head.byteLength + this.tail.byteLength + this.#ending.byteLength;
  }

  /** The gzip file, with this tail or its own. */
  async gzipped(tail?: Buffer): Promise<[head: Buffer, ending: Buffer]> {
    const checked = { bytes: this.#headBytes, sum: this.#headSum };
    return [this.#head, tail ? await endingOf(tail, checked) : this.#ending];
  }

  /** The text itself, for clients that take nothing else. */
  async plain(tail = this.tail): Promise<[head: Buffer, tail: Buffer]> {
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: Math.max(this.#headBytes, 1) };
    return [await inflate(this.#head.subarray(HEADER.byteLength), options), tail];
  }
}

/** The rest of a gzip file: the last block, the checksum of its content, and its length. */
async function endingOf(tail: Buffer, head: { bytes: number; sum: number }): Promise<Buffer> {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(tail, head.sum), 0);
  trailer.writeUInt32LE((head.bytes + tail.byteLength) % 2 ** 32, 4);
  return Buffer.concat([await deflate(tail, { level: LEVEL }), trailer]);
}
