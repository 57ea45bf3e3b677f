import type { Addresses } from '@estampa/stack/infrastructure/infrastructure';
import type { Secrets } from '@estampa/stack/secrets';

/** What the global setup hands to the test files: the shared servers of this run. */
export interface TestRun {
  /** Logs and pid files of everything that this run starts. */
  readonly directory: string;
  readonly infrastructure: Addresses;
  readonly secrets: Secrets;
  /** True when the servers are thrown away after the run, so nothing in them needs cleaning. */
  readonly isDisposable: boolean;
  /** What the processes run from: their sources when left out, as those may change between the runs that servers outlive. */
  readonly programs?: string;
}

const VARIABLE = 'ESTAMPA_TEST_RUN';

/** Every worker has the environment that the global setup leaves. */
export function publishTestRun(run: TestRun): void {
  process.env[VARIABLE] = JSON.stringify(run);
}

export function currentTestRun(): TestRun {
  const declared = process.env[VARIABLE];
  if (!declared) throw new Error('no test infrastructure: run this test from a folder `test` or `e2e`');
  return JSON.parse(declared) as TestRun;
}
