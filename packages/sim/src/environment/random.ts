/** A stream of numbers that its seed alone decides: mulberry32. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to below `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  between(lowest: number, highest: number): number {
    return lowest + this.next() * (highest - lowest);
  }

  /** True in so many of all cases: 0 never, 1 always. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  /** Undefined when there is none. */
  oneOf<T>(all: readonly T[]): T | undefined {
    return all[this.below(all.length)];
  }

  fill(bytes: Uint8Array): void {
    for (let place = 0; place < bytes.length; place += 1) bytes[place] = this.below(256);
  }

  /** A stream of its own, so that what draws from it moves no other. */
  fork(): Random {
    return new Random(this.below(2 ** 32));
  }
}

/** One seed out of two, so that neighbours have nothing in common. */
export const mixedSeed = (seed: number, index: number): number =>
  new Random((seed ^ Math.imul(index + 1, 0x9e3779b1)) >>> 0).below(2 ** 32);
