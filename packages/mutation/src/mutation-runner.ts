import { appendFileSync } from 'node:fs';
import { type RunnerTask, type RunnerTestCase, type RunnerTestSuite, TestRunner } from 'vitest';
import { type Plan, type ProgressLine, plan } from './plan.ts';

/** A test this slow tries no mutants. */
const SLOW_TEST_MS = 30_000;
/** A mutant that is reached so much more often than its original has changed how a loop ends. */
const HITS_FACTOR = 100;

type Counts = Record<string, number>;
/** What instrumented code reads and writes. */
type Switchboard = {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number;
  mutantCoverage?: { static?: Counts; perTest?: Record<string, Counts> };
};

/** The name that instrumented code looks for. */
const GLOBAL = '__stryker__';
const switchboard = ((globalThis as { [GLOBAL]?: Switchboard })[GLOBAL] ??= {});

type TimedTest = { test: RunnerTestCase; ms: number };

/** Runs the tests as they are, then those that reach a mutant again with it, in the same process. */
export default class MutationRunner extends TestRunner {
  override onBeforeTryTask(...args: Parameters<TestRunner['onBeforeTryTask']>): void {
    super.onBeforeTryTask(...args);
    switchboard.currentTestId = args[0].id;
  }

  override onAfterTryTask(test: RunnerTestCase): void {
    super.onAfterTryTask(test);
    switchboard.currentTestId = undefined;
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite);
    if ('filepath' in suite) await tryMutants(testsIn(suite), plan);
  }
}

async function tryMutants(tests: readonly TimedTest[], { mutants, progressFile }: Plan): Promise<void> {
  const failed = tests.filter(({ test }) => test.result?.state === 'fail');
  if (failed.length > 0) throw new Error(`The tests fail without any mutant: ${failed[0]!.test.name}`);
  const report = (line: ProgressLine) => appendFileSync(progressFile, `${JSON.stringify(line)}\n`);
  const { static: loading = {}, perTest = {} } = structuredClone(switchboard.mutantCoverage ?? {});
  const quick: TimedTest[] = [];
  for (const timed of tests.toSorted((a, b) => a.ms - b.ms))
    if (timed.ms <= SLOW_TEST_MS && (await canRepeat(timed.test))) quick.push(timed);
  for (const id of mutants) {
    report({ id });
    const reaching = quick.filter(({ test }) => perTest[test.id]?.[id] !== undefined);
    const killer = await firstToFail(reaching, id, (test) => perTest[test.id]![id]!);
    if (killer) report({ id, verdict: 'killed', by: nameOf(killer) });
    else if (loading[id] !== undefined) report({ id, verdict: 'static' });
    else report({ id, verdict: reaching.length > 0 ? 'survived' : 'uncovered' });
  }
}

/** A test that passes only once, as its server is gone the second time, would seem to kill every mutant. */
async function canRepeat(test: RunnerTestCase): Promise<boolean> {
  try {
    await TestRunner.getTestFn(test)();
    return true;
  } catch {
    return false;
  }
}

async function firstToFail(
  tests: readonly TimedTest[],
  id: string,
  hitsOf: (test: RunnerTestCase) => number,
): Promise<RunnerTestCase | undefined> {
  for (const { test } of tests) {
    Object.assign(switchboard, { activeMutant: id, hitCount: 0, hitLimit: hitsOf(test) * HITS_FACTOR });
    try {
      await TestRunner.getTestFn(test)();
    } catch {
      return test;
    } finally {
      switchboard.activeMutant = undefined;
    }
  }
  return undefined;
}

const testsIn = (task: RunnerTask): TimedTest[] => {
  if (task.type === 'test') return task.mode === 'run' ? [{ test: task, ms: task.result?.duration ?? 0 }] : [];
  return task.tasks.flatMap(testsIn);
};

const nameOf = (task: RunnerTask): string => (task.suite ? `${nameOf(task.suite)} > ${task.name}` : task.name);
