import { damagedPsd } from '../../domain/psd/psd-limits.ts';

/** Reads big-endian numbers of a part of a file; what would lie beyond its end is damage. */
export class PsdBytes {
  readonly #bytes: Buffer;
  readonly #end: number;
  #at: number;

  constructor(bytes: Buffer, at = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#at = at;
    this.#end = end;
  }

  get position(): number {
    return this.#at;
  }

  get left(): number {
    return this.#end - this.#at;
  }

  u8 = (): number => this.#bytes.readUInt8(this.#take(1));
  u16 = (): number => this.#bytes.readUInt16BE(this.#take(2));
  i16 = (): number => this.#bytes.readInt16BE(this.#take(2));
  u32 = (): number => this.#bytes.readUInt32BE(this.#take(4));
  i32 = (): number => this.#bytes.readInt32BE(this.#take(4));

  word(): string {
    const at = this.#take(4);
    return this.#bytes.toString('latin1', at, at + 4);
  }

  skip(count: number): void {
    this.#take(count);
  }

  /** Passes over a part of this length and gives it. */
  part(length: number): PsdBytes {
    const at = this.#take(length);
    return new PsdBytes(this.#bytes, at, at + length);
  }

  /** What begins with its own length. */
  section(): PsdBytes {
    return this.part(this.u32());
  }

  text = (): string => this.#bytes.toString('latin1', this.#at, this.#end);

  /** Passes over some bytes at most, or goes back, to where one of these words stands; false where none does. */
  seek(words: readonly string[], steps: readonly number[]): boolean {
    const step = steps.find((one) => {
      const at = this.#at + one;
      return at >= 0 && at + 4 <= this.#end && words.includes(this.#bytes.toString('latin1', at, at + 4));
    });
    if (step === undefined) return false;
    this.#at += step;
    return true;
  }

  #take(count: number): number {
    const at = this.#at;
    if (count > this.#end - at) throw damagedPsd(`${count} bytes are stated where ${this.#end - at} are left`);
    this.#at = at + count;
    return at;
  }
}
