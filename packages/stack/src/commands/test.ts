import { spawn, type StdioOptions } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { REUSED_TEST_SERVERS, LOCAL, REPOSITORY } from '../paths.ts';
import { fillCompileCache } from '../processes/compile-cache.ts';
import { stopLeftovers } from '../processes/leftovers.ts';
import { nicely, toolEnvironment } from '../run-tool.ts';
import { runChecks, type CheckOutcome } from './check.ts';
import { generateCode } from './gen.ts';
import { outcomeOf, type TestResults } from './test-results.ts';

/**
 * Without arguments all checks, beside them all tests; `--unit` leaves out those that need servers. Paths and other arguments
 * go to vitest, which runs what matches alone, at once; `--watch` runs it again on every change.
 */
export async function test(args: readonly string[]): Promise<number> {
  if (args.includes('--watch')) return watchTests(args);

  await generateCode();
  const outcomes = await Promise.all(
    args.every((argument) => argument === '--unit') ? everything(args) : [runVitest(args)],
  );
  const count = (result: keyof CheckOutcome) => outcomes.reduce((sum, outcome) => sum + outcome[result], 0);
  console.log(`${count('passed')} passed, ${count('failed')} failed`);
  return count('failed') === 0 ? 0 : 1;
}

/**
 * Tests with servers take as long as their processes let them wait, so they have the processors first; the rules and the checks, which
 * only compute, have what is left, until all have ended.
 */
function everything(args: readonly string[]): Promise<CheckOutcome>[] {
  const checks = runChecks({ structure: false });
  if (args.includes('--unit')) return [checks, runVitest(args)];
  // While the servers start there is time to compile what every worker is about to load.
  const rules = fillCompileCache('tests').then(() =>
    runVitest(['--unit', '--maxWorkers', String(availableParallelism())], { niceness: NICENESS_OF_RULES }),
  );
  return [checks, runVitest(['--project', 'integration']), rules];
}

/** A part of the time of those with servers, as each rule has a deadline; more than the check of types has. */
const NICENESS_OF_RULES = 5;
const REPORTERS = ['default', './packages/testing/src/log-reporter.ts', './packages/testing/src/folder-end.ts', 'json'];

/** The servers stay between the runs, and end with the watching unless they were there before. */
async function watchTests(args: readonly string[]): Promise<number> {
  await generateCode();
  const wereStored = existsSync(REUSED_TEST_SERVERS);
  const env = { ESTAMPA_TEST_KEEP: 'true' };
  const code = await spawnVitest(vitestArguments(args), { stdio: 'inherit', env });
  if (!wereStored) {
    await stopLeftovers(REUSED_TEST_SERVERS);
    rmSync(REUSED_TEST_SERVERS, { recursive: true, force: true });
  }
  return code;
}

async function runVitest(args: readonly string[], given: VitestProcess = {}): Promise<CheckOutcome> {
  const directory = join(LOCAL, 'test');
  mkdirSync(directory, { recursive: true });
  const resultsFile = join(directory, `results-${randomUUID()}.json`);
  const outputs = [...REPORTERS.flatMap((reporter) => ['--reporter', reporter]), '--outputFile', resultsFile];
  const exitCode = await spawnVitest(['run', ...vitestArguments(args), ...outputs], given);
  if (!existsSync(resultsFile)) return { passed: 0, failed: 1 };

  const results = JSON.parse(readFileSync(resultsFile, 'utf8')) as TestResults;
  rmSync(resultsFile);
  return outcomeOf(exitCode, results);
}

function vitestArguments(args: readonly string[]): string[] {
  const own = args.filter((argument) => argument !== '--unit');
  return args.includes('--unit') ? [...own, '--project', 'unit'] : own;
}

interface VitestProcess {
  readonly stdio?: StdioOptions;
  readonly env?: Record<string, string>;
  /** See `nicely`. */
  readonly niceness?: number;
}

const VITEST = join(REPOSITORY, 'node_modules/vitest/vitest.mjs');
// Standard output is for the count alone.
const TO_STANDARD_ERROR: StdioOptions = ['ignore', 2, 'inherit'];

export function spawnVitest(
  args: readonly string[],
  { stdio = TO_STANDARD_ERROR, env = {}, niceness = 0 }: VitestProcess = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const vitest = spawn(...nicely(niceness, process.execPath, [VITEST, ...args]), {
      cwd: REPOSITORY,
      env: { ...toolEnvironment(), ...env },
      stdio,
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => vitest.kill(signal));
    vitest.once('error', reject);
    vitest.once('exit', (code) => resolve(code ?? 1));
  });
}
