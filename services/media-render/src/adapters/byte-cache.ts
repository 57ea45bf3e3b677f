type Entry<T> = { value: Promise<T>; bytes: number };

export type CacheLimits = {
  bytesMax: number;
  /** After so long without a question everything is let go. */
  quietMs: number;
  /** Told when that has happened. */
  onEmptied?: () => void;
};

/** Keeps what was used last, up to a number of bytes, while anybody asks; two who ask at once share one load. */
export class ByteCache {
  readonly #entries = new Map<string, Entry<unknown>>();
  readonly #limits: CacheLimits;
  #quiet: NodeJS.Timeout | undefined;
  #bytes = 0;

  constructor(limits: CacheLimits) {
    this.#limits = limits;
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
    this.#quiet ??= setTimeout(() => this.#empty(), this.#limits.quietMs).unref();
    this.#quiet.refresh();
    return entry.value;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  #empty(): void {
    this.#quiet = undefined;
    // What is still being loaded stays: somebody waits for it.
    for (const [key, entry] of this.#entries) if (entry.bytes > 0) this.#drop(key, entry);
    this.#limits.onEmptied?.();
  }

  async #settle<T>(key: string, entry: Entry<T>, sizeOf: (value: T) => number): Promise<void> {
    try {
      const bytes = sizeOf(await entry.value);
      if (this.#entries.get(key) !== entry) return;
      entry.bytes = bytes;
      this.#bytes += bytes;
    } catch {
      this.#drop(key, entry);
    }
    for (const [oldest, candidate] of this.#entries) {
      if (this.#bytes <= this.#limits.bytesMax) break;
      if (candidate.bytes > 0) this.#drop(oldest, candidate);
    }
  }

  #drop(key: string, entry: Entry<unknown>): void {
    if (this.#entries.get(key) !== entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}

/** All bytes in a value, at any depth. */
export function bytesWithin(value: unknown): number {
  if (value instanceof Uint8Array) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + bytesWithin(part), 0);
}
