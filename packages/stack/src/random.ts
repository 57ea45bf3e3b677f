/** Local constants: global lookups make the loops that draw images five times as slow in the test runner. */
const { imul } = Math;

/** Numbers from 0 to below 1 that their seed alone decides, so that they are the same in every run: mulberry32. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same numbers, as choices. */
export class Random {
  /** From 0 to below 1. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = randomNumbers(seed);
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

  /** All of them, in an order that is drawn. */
  shuffled<T>(all: readonly T[]): T[] {
    const left = [...all];
    return all.map(() => left.splice(this.below(left.length), 1)[0]!);
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
