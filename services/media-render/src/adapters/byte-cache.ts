type Entry<T> = { value: Promise<T>; bytes: number };

/** Keeps what was used last, up to a number of bytes; two who ask at once share one load. */
export class ByteCache {
  readonly #entries = new Map<string, Entry<unknown>>();
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get<T>(key: string, load: () => Promise<T>, sizeOf: (value: T) => number): Promise<T> {
    const known = this.#entries.get(key) as Entry<T> | undefined;
    const entry = known ?? { value: load(), bytes: 0 };
    // A map keeps the order of insertion, so the first is always the one not used for longest.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (!known) void this.#settle(key, entry, sizeOf);
    return entry.value;
  }

  async #settle<T>(key: string, entry: Entry<T>, sizeOf: (value: T) => number): Promise<void> {
    try {
      entry.bytes = sizeOf(await entry.value);
      this.#bytes += entry.bytes;
    } catch {
      this.#drop(key, entry);
    }
    for (const [oldest, candidate] of this.#entries) {
      if (this.#bytes <= this.#bytesMax) break;
      if (candidate.bytes > 0) this.#drop(oldest, candidate);
    }
  }

  #drop(key: string, entry: Entry<unknown>): void {
    if (this.#entries.get(key) !== entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}
