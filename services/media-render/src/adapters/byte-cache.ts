type Entry<T> = { value: Promise<T>; bytes: number; uses: number; isDropped: boolean };

type Options<T> = {
  bytesMax: number;
  sizeOf: (value: T) => number;
  /** Called when a value was dropped and is no longer in use. */
  onDropped?: (value: T) => void;
};

export type Acquired<T> = Disposable & { value: T };

/** Caches what was used last, up to a number of bytes; concurrent requests share one load. */
export class ByteCache<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #options: Options<T>;
  #bytes = 0;

  constructor(options: Options<T>) {
    this.#options = options;
  }

  get bytes(): number {
    return this.#bytes;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** 0 for what is not there, or not yet. */
  bytesOf(key: string): number {
    return this.#entries.get(key)?.bytes ?? 0;
  }

  /** A value in use stays usable, even if it is dropped in the meantime. */
  async acquire(key: string, load: () => Promise<T>): Promise<Acquired<T>> {
    const entry = this.#entries.get(key) ?? this.#add(key, load);
    // A map retains the order of insertion, so the first is always the one not used for longest.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    entry.uses += 1;
    const release = () => {
      entry.uses -= 1;
      this.#reportWhenGone(entry);
    };
    return { value: await entry.value, [Symbol.dispose]: release };
  }

  drop(key: string): void {
    const entry = this.#entries.get(key);
    if (entry) this.#drop(key, entry);
  }

  clear(): void {
    for (const [key, entry] of this.#entries) this.#drop(key, entry);
  }

  #add(key: string, load: () => Promise<T>): Entry<T> {
    const entry = { value: load(), bytes: 0, uses: 0, isDropped: false };
    void this.#settle(key, entry);
    return entry;
  }

  async #settle(key: string, entry: Entry<T>): Promise<void> {
    try {
      const bytes = this.#options.sizeOf(await entry.value);
      if (entry.isDropped) return;
      entry.bytes = bytes;
      this.#bytes += bytes;
    } catch {
      this.#drop(key, entry);
    }
    for (const [oldest, candidate] of this.#entries) {
      if (this.#bytes <= this.#options.bytesMax) break;
      if (candidate.bytes > 0) this.#drop(oldest, candidate);
    }
  }

  #drop(key: string, entry: Entry<T>): void {
    if (entry.isDropped) return;
    entry.isDropped = true;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
    this.#reportWhenGone(entry);
  }

  #reportWhenGone({ isDropped, uses, value }: Entry<T>): void {
    const { onDropped } = this.#options;
    if (isDropped && uses === 0 && onDropped) value.then(onDropped, () => undefined);
  }
}
