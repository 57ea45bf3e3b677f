import { spawn, type StdioOptions } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { KEPT_TEST_SERVERS, LOCAL, REPOSITORY } from '../paths.ts';
import { stopLeftovers } from '../processes/leftovers.ts';
import { jestEnvironment } from '../run-tool.ts';
import { runChecks, type CheckOutcome } from './check.ts';
import { generateCode } from './gen.ts';

interface JestResults {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  /** Files that could not even be loaded. */
  readonly numRuntimeErrorTestSuites: number;
}

/**
 * Without arguments all checks, beside them all tests; `--unit` leaves out those that need servers. Paths and other arguments
 * go to jest, which runs what matches alone, at once; `--watch` runs it again on every change.
 */
export async function test(args: readonly string[]): Promise<number> {
  const isEverything = args.every((argument) => argument === '--unit');
  if (args.includes('--watch')) return watchTests(args);

  await generateCode();
  // Tests wait for their processes half of the time, which is enough for the checks.
  const [checks, tests] = await Promise.all([isEverything ? runChecks({ structure: false }) : NONE, runJest(args)]);
  const [passed, failed] = [checks.passed + tests.passed, checks.failed + tests.failed];
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

const NONE: CheckOutcome = { passed: 0, failed: 0 };

/** The servers stay between the runs, and end with the watching unless they were there before. */
async function watchTests(args: readonly string[]): Promise<number> {
  await generateCode();
  const wereKept = existsSync(KEPT_TEST_SERVERS);
  const watching = jestArguments(args).map((argument) => (argument === '--watch' ? '--watchAll' : argument));
  const code = await spawnJest(watching, { stdio: 'inherit', env: { ESTAMPA_TEST_KEEP: 'true' } });
  if (!wereKept) {
    await stopLeftovers(KEPT_TEST_SERVERS);
    rmSync(KEPT_TEST_SERVERS, { recursive: true, force: true });
  }
  return code;
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

interface JestProcess {
  readonly stdio?: StdioOptions;
  readonly env?: Record<string, string>;
}

// `--json` prints the results to standard output too; what people read goes to standard error.
const TO_STANDARD_ERROR: StdioOptions = ['ignore', 'ignore', 'inherit'];

export function spawnJest(
  args: readonly string[],
  { stdio = TO_STANDARD_ERROR, env = {} }: JestProcess = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const jest = spawn(process.execPath, [join(REPOSITORY, 'node_modules/jest/bin/jest.js'), ...args], {
      cwd: REPOSITORY,
      env: { ...jestEnvironment(), ...env },
      stdio,
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => jest.kill(signal));
    jest.once('error', reject);
    jest.once('exit', (code) => resolve(code ?? 1));
  });
}
