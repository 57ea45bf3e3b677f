import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LOCAL, REPOSITORY } from '../paths.ts';
import { toolEnvironment } from '../run-tool.ts';
import { runChecks, type CheckOutcome } from './check.ts';

interface JestResults {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  /** Files that could not even be loaded. */
  readonly numRuntimeErrorTestSuites: number;
}

const NODE_FLAGS = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=TimeoutNegativeWarning',
];

/** All checks, then all tests; `--unit` leaves out those that need servers, other arguments go to jest. */
export async function test(args: readonly string[]): Promise<number> {
  const checks = await runChecks();
  const tests = await runJest(args);
  const [passed, failed] = [checks.passed + tests.passed, checks.failed + tests.failed];
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

async function runJest(args: readonly string[]): Promise<CheckOutcome> {
  const directory = join(LOCAL, 'test');
  mkdirSync(directory, { recursive: true });
  const resultsFile = join(directory, `results-${process.pid}.json`);
  const exitCode = await spawnJest([...jestArguments(args), '--json', '--outputFile', resultsFile]);
  if (!existsSync(resultsFile)) return { passed: 0, failed: 1 };

  const results = JSON.parse(readFileSync(resultsFile, 'utf8')) as JestResults;
  rmSync(resultsFile);
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  // Jest can also fail as a whole, for example in its global setup.
  return { passed: results.numPassedTests, failed: exitCode === 0 ? failed : Math.max(failed, 1) };
}

function jestArguments(args: readonly string[]): string[] {
  const own = args.filter((argument) => argument !== '--unit');
  return args.includes('--unit') ? [...own, '--selectProjects', 'unit'] : own;
}

function spawnJest(args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    // `--json` prints the results to standard output too; what people read goes to standard error.
    const jest = spawn(process.execPath, [join(REPOSITORY, 'node_modules/jest/bin/jest.js'), ...args], {
      cwd: REPOSITORY,
      env: { ...toolEnvironment(), NODE_OPTIONS: [process.env.NODE_OPTIONS, ...NODE_FLAGS].join(' ').trim() },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => jest.kill(signal));
    jest.once('error', reject);
    jest.once('exit', (code) => resolve(code ?? 1));
  });
}
