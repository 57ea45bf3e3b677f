const { ESTAMPA_FUZZ_RUNS: runs = '3', ESTAMPA_FUZZ_SEED: seed = '20261122' } = process.env;
const DEADLINE_MS = 120_000;
const DEADLINE_PER_RUN_MS = 10_000;

/** How much is tried on every operation: little and the same in each test run, more by `npm run fuzz`. */
export const FUZZ = {
  runs: Number(runs),
  seed: Number(seed),
  deadlineMs: DEADLINE_MS + Number(runs) * DEADLINE_PER_RUN_MS,
};
