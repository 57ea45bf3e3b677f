import { crc32 } from 'node:zlib';

/** Related products may be this old; anything else is dropped as soon as a poll names it. */
export const CACHED_MS = 60_000;
/** However little is reported: replicas of storefront from before may not name all that related products depend on. */
export const UNCHANGED_MAX_MS = 10 * 60_000;
/** Of more names those that changed longest ago are forgotten. */
export const NAMES_KNOWN_MAX = 50_000;

/** When something was made, and the last poll before. */
export type Made = { readonly at: number; asOf: number };

/** Names as numbers, which take 4 bytes in place of 80. Where two have the same one, a page is only made anew too early. */
export const numbersOf = (names: readonly string[]): Uint32Array => Uint32Array.from(names, (name) => crc32(name));

/** Which names polls have reported, and which poll did last: it says whether related products are still what they were. */
export class ReportedChanges {
  readonly #lastReported = new Map<number, number>();
  #polls = 0;
  #polledAt = -Infinity;
  #forgotten = 0;

  /** How many polls there were. */
  get polls(): number {
    return this.#polls;
  }

  /** A poll that was sent then brought these names; null for anything. */
  add(names: readonly string[] | null, sentAt: number): void {
    this.#polls += 1;
    this.#polledAt = sentAt;
    if (names === null) {
      this.#lastReported.clear();
      this.#forgotten = this.#polls;
    }
    for (const number of numbersOf(names ?? [])) {
      // The map is in the order of the last changes.
      this.#lastReported.delete(number);
      this.#lastReported.set(number, this.#polls);
    }
    for (const [number, poll] of this.#lastReported) {
      if (this.#lastReported.size <= NAMES_KNOWN_MAX) break;
      this.#lastReported.delete(number);
      this.#forgotten = poll;
    }
  }

  /**
   * Until when what was made is at most so old as related products may be. What has not changed since is as old as the last poll, which is
   * remembered as the one that it is of.
   */
  until(related: Uint32Array, made: Made): number {
    const isKnown = related.length > 0 && made.asOf >= this.#forgotten;
    if (!isKnown || related.some((number) => (this.#lastReported.get(number) ?? 0) > made.asOf))
      return made.at + CACHED_MS;
    made.asOf = this.#polls;
    return Math.max(made.at, Math.min(this.#polledAt, made.at + UNCHANGED_MAX_MS)) + CACHED_MS;
  }
}
