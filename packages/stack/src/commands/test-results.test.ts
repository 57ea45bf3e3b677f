import { expect, it } from 'vitest';
import { outcomeOf } from './test-results.ts';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((one) => ({ status: one })),
});

it.each([
  ['each test that passed', 0, 2, [file('passed', 'passed', 'passed')], [2, 0]],
  ['each test that failed', 1, 1, [file('failed', 'passed', 'failed', 'failed')], [1, 2]],
  ['a file that cannot be loaded', 1, 1, [file('failed'), file('passed', 'passed')], [1, 1]],
  ['a failure of the run, such as an unhandled rejection', 1, 1, [file('passed', 'passed')], [1, 1]],
  ['a run in which no test matches', 0, 0, [file('passed', 'skipped')], [0, 1]],
])('counts %s', (_what, exitCode, numPassedTests, testResults, [passed, failed]) => {
  expect(outcomeOf(exitCode, { numPassedTests, testResults })).toEqual({ passed, failed });
});
