/** Named once: a global is looked up at each use where tests run, which made these loops five times as slow. */
const { imul } = Math;

/** Numbers from 0 to 1 that look random and are the same for the same seed, so that an image never changes by itself. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
