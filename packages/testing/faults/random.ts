import { randomNumbers } from '../src/random-numbers.ts';

/** Choices that a seed decides. */
export class Random {
  readonly #next: () => number;

  constructor(...seeds: readonly number[]) {
    this.#next = randomNumbers(seeds.reduce((mixed, seed) => Math.imul(mixed ^ seed, 0x9e3779b1) >>> 0, 0x85ebca6b));
    // Neighbouring seeds begin with neighbouring numbers.
    this.#next();
  }

  /** A whole number from 0 to below `limit`. */
  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  between(lowest: number, highest: number): number {
    return lowest + this.#next() * (highest - lowest);
  }

  /** True in so many of all cases: 0 never, 1 always. */
  chance(share: number): boolean {
    return this.#next() < share;
  }

  shuffled<T>(all: readonly T[]): T[] {
    const left = [...all];
    return all.map(() => left.splice(this.below(left.length), 1)[0]!);
  }

  /** A stream of its own, so that what draws from it changes no other. */
  fork(): Random {
    return new Random(this.below(2 ** 32));
  }
}
