import { existsSync, readFileSync } from 'node:fs';
import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, type RunnerTestSuite, TestRunner } from 'vitest';
import { type Survey, readPlan } from './plan.ts';
import { Stage } from './stage.ts';
import { setupIdOf, survey } from './survey.ts';
import { switchboard } from './switchboard.ts';
import { Trial } from './trial.ts';

const plan = readPlan();
const isSurvey = !existsSync(plan.surveyFile);

/** Runs the tests as they are and notes what they reach; once that is known, runs those that reach a mutant with it, in one process. */
export default class MutationRunner extends TestRunner {
  #stages: Stage[] = [];

  onCollected(files: RunnerTestFile[]): void {
    const broken = files.find(({ result }) => result?.state === 'fail');
    if (broken) throw new Error(`The tests do not load: ${broken.result?.errors?.[0]?.message}`);
    this.#stages = files
      .flatMap(({ tasks }) => tasks)
      .flatMap((task) => (task.type === 'suite' ? [new Stage(task)] : []));
    if (!isSurvey) files.forEach(skip);
  }

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onBeforeRunSuite(suite);
    switchboard.currentTestId = setupIdOf(stageOf(suite));
  }

  override onBeforeTryTask(...args: Parameters<TestRunner['onBeforeTryTask']>): void {
    super.onBeforeTryTask(...args);
    switchboard.currentTestId = args[0].id;
  }

  override async onAfterRetryTask(...args: Parameters<TestRunner['onAfterRetryTask']>): Promise<void> {
    await super.onAfterRetryTask(...args);
    switchboard.currentTestId = setupIdOf(stageOf(args[0]));
  }

  /** A promise, which is awaited. */
  override onAfterRunFiles(files: RunnerTestFile[]): unknown {
    super.onAfterRunFiles(files);
    if (isSurvey) return survey(this.#stages, plan);
    return new Trial(plan, JSON.parse(readFileSync(plan.surveyFile, 'utf8')) as Survey).run(this.#stages);
  }
}

function skip(task: RunnerTask): void {
  task.mode = 'skip';
  if (task.type === 'suite') task.tasks.forEach(skip);
}

const stageOf = (task: RunnerTestCase | RunnerTestSuite): string =>
  task.suite && !('filepath' in task.suite) ? stageOf(task.suite) : task.name;
