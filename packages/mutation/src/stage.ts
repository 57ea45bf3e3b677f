import { type RunnerTask, type RunnerTestCase, type RunnerTestSuite, TestRunner } from 'vitest';

type Cleanup = () => unknown;
type OpenSuite = { suite: RunnerTestSuite; cleanups: unknown[] };

/** A test file's suites, set up and torn down as Vitest does it, as often as it takes. */
export class Stage {
  readonly name: string;
  readonly tests: readonly RunnerTestCase[];
  /** From the outermost to the innermost. */
  readonly #open: OpenSuite[] = [];
  #isFresh = true;

  constructor(suite: RunnerTestSuite) {
    this.name = suite.name;
    this.tests = testsIn(suite);
  }

  /** Whether no test has run since it was set up. */
  get isFresh(): boolean {
    return this.#isFresh;
  }

  /** Runs one test with all its hooks; throws what it throws. */
  async run(test: RunnerTestCase): Promise<void> {
    const suites = suitesOf(test);
    await this.#enter(suites);
    this.#isFresh = false;
    const cleanups: unknown[] = [];
    const after = async () => {
      const hooks = suites.toReversed().flatMap((suite) => TestRunner.getSuiteHooks(suite).afterEach.toReversed());
      await runAll([
        ...hooks.map((hook) => () => hook(test.context, test.suite!)),
        ...cleanups.toReversed().filter(isCleanup),
        ...takeFinishers(test).map((finish) => () => finish(test.context)),
      ]);
    };
    try {
      for (const suite of suites)
        for (const hook of TestRunner.getSuiteHooks(suite).beforeEach) cleanups.push(await hook(test.context, suite));
      await TestRunner.getTestFn(test)();
    } finally {
      await after();
    }
  }

  /** Tears down what is set up; throws the first error of it after all is done. */
  async close(): Promise<void> {
    this.#isFresh = true;
    await runAll(this.#open.splice(0).toReversed().flatMap(endingsOf));
  }

  async #enter(suites: readonly RunnerTestSuite[]): Promise<void> {
    const firstOther = suites.findIndex((suite, at) => this.#open[at]?.suite !== suite);
    const common = firstOther < 0 ? suites.length : firstOther;
    await runAll(this.#open.splice(common).toReversed().flatMap(endingsOf));
    for (const suite of suites.slice(common)) {
      const cleanups: unknown[] = [];
      this.#open.push({ suite, cleanups });
      for (const hook of TestRunner.getSuiteHooks(suite).beforeAll) cleanups.push(await hook(suite));
    }
  }
}

const endingsOf = ({ suite, cleanups }: OpenSuite): Cleanup[] => [
  ...TestRunner.getSuiteHooks(suite)
    .afterAll.toReversed()
    .map((hook) => () => hook(suite)),
  ...cleanups.toReversed().filter(isCleanup),
];

/** What the test itself has registered, last first; Vitest has no public name for it. */
function takeFinishers(test: RunnerTestCase): ((context: unknown) => unknown)[] {
  const registered = test as { onFinished?: ((context: unknown) => unknown)[]; onFailed?: unknown };
  const finishers = (registered.onFinished ?? []).toReversed();
  delete registered.onFinished;
  delete registered.onFailed;
  return finishers;
}

const isCleanup = (given: unknown): given is Cleanup => typeof given === 'function';

async function runAll(steps: readonly Cleanup[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

function suitesOf(test: RunnerTestCase): RunnerTestSuite[] {
  const suites: RunnerTestSuite[] = [];
  for (let suite = test.suite; suite && !('filepath' in suite); suite = suite.suite) suites.unshift(suite);
  return suites;
}

function testsIn(task: RunnerTask): RunnerTestCase[] {
  if (task.type === 'test') return task.mode === 'run' || task.mode === 'queued' ? [task] : [];
  return task.tasks.flatMap(testsIn);
}

export const nameOf = (task: RunnerTask): string => (task.suite ? `${nameOf(task.suite)} > ${task.name}` : task.name);
