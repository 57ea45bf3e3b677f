/** An entry in memory; all but `name` belongs to the queues. */
export type Queued = { readonly name: string; bytes: number; uses: number; isMain: boolean };

/** The share of new entries, as published. */
const NEW_SHARE = 0.1;
const USES_MAX = 3;

/**
 * Which entries stay when all take more memory than there is: S3-FIFO (Yang and others, SOSP 2023). New ones wait in a small queue and
 * leave by its end unless they were used again, so a crawler, which requests each page once, pushes out nothing that people request.
 * Names of those that left are remembered: who comes back goes to the main queue at once.
 */
export class S3Fifo<E extends Queued> {
  readonly #maxBytes: number;
  readonly #evicted: (entry: E) => void;
  readonly #new = new Set<E>();
  readonly #main = new Set<E>();
  readonly #left = new Set<string>();
  #newBytes = 0;
  #mainBytes = 0;

  /** `evicted` is called with each entry that has to go, once it has. */
  constructor(maxBytes: number, evicted: (entry: E) => void) {
    this.#maxBytes = maxBytes;
    this.#evicted = evicted;
  }

  get bytes(): number {
    return this.#newBytes + this.#mainBytes;
  }

  get size(): number {
    return this.#new.size + this.#main.size;
  }

  /** False when all others are in use, so that the entry itself has to go. */
  add(entry: E): boolean {
    this.#insert(entry, this.#left.delete(entry.name));
    this.#makeRoom();
    return this.#has(entry);
  }

  use(entry: E): void {
    if (entry.uses < USES_MAX) entry.uses += 1;
  }

  /** The entry takes more memory than before, or less. */
  grow(entry: E, bytes: number): void {
    if (!this.#has(entry)) return;
    entry.bytes += bytes;
    if (entry.isMain) this.#mainBytes += bytes;
    else this.#newBytes += bytes;
    this.#makeRoom();
  }

  /** Taken out for another reason than room; one that was in use finds its place again when it comes back. */
  delete(entry: E): void {
    if (this.#remove(entry) && (entry.isMain || entry.uses > 0)) this.#remember(entry.name);
  }

  clear(): void {
    for (const all of [this.#new, this.#main, this.#left]) all.clear();
    this.#newBytes = 0;
    this.#mainBytes = 0;
  }

  #has(entry: E): boolean {
    return (entry.isMain ? this.#main : this.#new).has(entry);
  }

  #makeRoom(): void {
    while (this.bytes > this.#maxBytes) {
      if (this.#main.size === 0 || this.#newBytes > this.#maxBytes * NEW_SHARE) this.#passNew(first(this.#new));
      else this.#passMain(first(this.#main));
    }
  }

  #passNew(entry: E): void {
    this.#remove(entry);
    if (entry.uses > 0) return this.#insert(entry, true);
    this.#remember(entry.name);
    this.#evicted(entry);
  }

  #passMain(entry: E): void {
    this.#remove(entry);
    if (entry.uses === 0) return this.#evicted(entry);
    this.#insert(entry, true, entry.uses - 1);
  }

  #insert(entry: E, isMain: boolean, uses = 0): void {
    entry.isMain = isMain;
    entry.uses = uses;
    (isMain ? this.#main : this.#new).add(entry);
    if (isMain) this.#mainBytes += entry.bytes;
    else this.#newBytes += entry.bytes;
  }

  #remove(entry: E): boolean {
    if (!(entry.isMain ? this.#main : this.#new).delete(entry)) return false;
    if (entry.isMain) this.#mainBytes -= entry.bytes;
    else this.#newBytes -= entry.bytes;
    return true;
  }

  /** As many names as there are entries. */
  #remember(name: string): void {
    this.#left.add(name);
    if (this.#left.size > Math.max(this.size, LEFT_MIN)) this.#left.delete(first(this.#left));
  }
}

const LEFT_MIN = 100;

const first = <T>(entries: Iterable<T>): T => entries[Symbol.iterator]().next().value as T;
