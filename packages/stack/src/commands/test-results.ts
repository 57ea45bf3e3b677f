import type { CheckOutcome } from './check.ts';

/** What Vitest's JSON reporter writes, as far as it is read. */
export interface TestResults {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** Fails when Vitest itself failed, for example in its global setup, and when no test ran at all. */
export function outcomeOf(exitCode: number, { numPassedTests, testResults }: TestResults): CheckOutcome {
  const failed = testResults.reduce((sum, file) => sum + failuresOf(file), 0);
  const isSound = exitCode === 0 && numPassedTests > 0;
  return { passed: numPassedTests, failed: isSound ? failed : Math.max(failed, 1) };
}

/** A file that could not even be loaded is one failure. */
function failuresOf({ status, assertionResults }: TestResults['testResults'][number]): number {
  const failed = assertionResults.filter((one) => one.status === 'failed').length;
  return status === 'failed' ? Math.max(failed, 1) : failed;
}
