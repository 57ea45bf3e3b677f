const { ESTAMPA_TEST_HISTORIES: requested } = process.env;

/** How many random histories go through the running service: fewer in ordinary runs, since each of them costs. */
export const HISTORIES = Number(requested ?? 30);

/** Numbers from 0 to below 1, the same in every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
