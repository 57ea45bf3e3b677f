/** Local constants: global lookups make these loops five times as slow in the test runner. */
const { imul } = Math;

/** Pseudo-random numbers from 0 to 1, the same for the same seed, so that an image never changes between runs. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
