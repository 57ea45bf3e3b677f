import type { RunnerTestCase } from 'vitest';
import {
  addProgress,
  DID_NOT_END,
  type Plan,
  type ProgressLine,
  readProgress,
  type Survey,
  type SurveyedTest,
} from './plan.ts';
import { nameOf, type Stage } from './stage.ts';
import { switchOff, switchOn } from './switchboard.ts';
import { DidNotEnd, within } from './within.ts';

const CLOSING_MS = 10_000;
const SLACK_FACTOR = 5;
/** A mutant of code that sets up is tried with whole test files, so with this many of them at most. */
const FILES_OF_SETUP = 2;

/** The mutant that an earlier one may have disturbed is the first to be tried in the next process. */
const AGAIN: ProgressLine = { id: '', passed: '' };

type Timed = { test: RunnerTestCase; surveyed: SurveyedTest };
type Outcome = 'passed' | 'failed' | 'never ended';

/**
 * Tries mutants with one test file after the other, each of which stays set up while its tests pass without a mutant. A failure counts
 * when it comes again, and when the test passes in between without the mutant: if need be, after a new setup.
 */
export class Trial {
  readonly #plan: Plan;
  readonly #survey: Survey;
  readonly #decided = new Set<string>();
  readonly #passed = new Set<string>();
  /** No mutant has been tried in this process, so a failure is no after-effect of an earlier one. */
  #isFirst = true;

  constructor(plan: Plan, survey: Survey) {
    this.#plan = plan;
    this.#survey = survey;
    for (const { id, passed, verdict } of readProgress(plan.progressFile)) {
      if (verdict) this.#decided.add(id);
      if (passed) this.#passed.add(`${id} ${passed}`);
    }
  }

  /** Decides every mutant of the plan, or ends the process early to go on in the next one. */
  async run(stages: readonly Stage[]): Promise<void> {
    const timed = stages
      .map((stage) => ({ stage, tests: this.#testsOf(stage) }))
      .filter(({ tests }) => tests.length > 0);
    const inOrder = timed.toSorted((a, b) => costOf(a.tests) - costOf(b.tests));
    for (const { stage, tests } of inOrder) {
      for (const id of this.#left(stage.name)) {
        const reaching = tests.filter(({ surveyed: { hits } }) => hits[id] !== undefined);
        if (reaching.length > 0) await this.#step(id, stage.name, () => this.#killer(stage, reaching, id));
      }
      await close(stage);
    }
    await this.#trySetups(inOrder);
    for (const id of this.#plan.mutants.filter((one) => !this.#decided.has(one)))
      this.#report({ id, verdict: this.#verdictOfUnkilled(id) });
  }

  /** With all that sets up under the mutant too. */
  async #trySetups(stages: readonly { stage: Stage; tests: readonly Timed[] }[]): Promise<void> {
    const setups = new Map(stages.map(({ stage }) => [stage.name, new Set(this.#survey.setups[stage.name])]));
    for (const id of this.#plan.mutants) {
      const reaching = stages.filter(({ stage }) => setups.get(stage.name)!.has(id)).slice(0, FILES_OF_SETUP);
      for (const { stage, tests } of reaching) {
        const place = `setup of ${stage.name}`;
        if (!this.#left(place).includes(id)) continue;
        await this.#step(id, place, async () => {
          await close(stage);
          const killer = await this.#killer(stage, tests, id);
          // What the mutant has set up must not serve the next one.
          switchOn(id);
          await close(stage);
          switchOff();
          return killer;
        });
      }
    }
  }

  async #step(id: string, place: string, find: () => Promise<string | undefined>): Promise<void> {
    this.#report({ id });
    const by = await find();
    this.#report(by === undefined ? { id, passed: place } : { id, verdict: 'killed', by });
    if (by !== undefined) this.#decided.add(id);
    this.#isFirst = false;
  }

  async #killer(stage: Stage, tests: readonly Timed[], id: string): Promise<string | undefined> {
    for (const timed of tests) {
      const by = await this.#kill(stage, timed, id);
      if (by !== undefined) return by;
    }
    return undefined;
  }

  /** What kills the mutant, if the test does. */
  async #kill(stage: Stage, timed: Timed, id: string): Promise<string | undefined> {
    const isFirst = this.#isFirst;
    const { needsFreshStage } = timed.surveyed;
    const name = nameOf(timed.test);
    const passes = async (mutant: string | null) => (await this.#runWith(mutant, stage, timed)) === 'passed';
    if (isFirst || needsFreshStage) await close(stage);
    if (isFirst && !(await passes(null))) return undefined;
    if (isFirst) await close(stage);
    const outcome = await this.#runWith(id, stage, timed);
    if (outcome === 'passed') return undefined;
    const isKilled: ProgressLine = { id, verdict: 'killed', by: name };
    if (outcome === 'never ended') {
      // It may wait for ever and disturb nothing, or still be at work.
      isKilled.by = `${DID_NOT_END}: ${name}`;
      await close(stage);
      return (await passes(null)) ? isKilled.by : this.#restart(isKilled);
    }
    if (!needsFreshStage && (await passes(null))) return (await passes(id)) ? undefined : name;
    await close(stage);
    if (!(await passes(null))) return this.#restart(isFirst ? isKilled : AGAIN);
    await close(stage);
    const isHarmless = await passes(id);
    await close(stage);
    return isHarmless ? undefined : name;
  }

  async #runWith(id: string | null, stage: Stage, { test, surveyed: { ms, hits } }: Timed): Promise<Outcome> {
    if (id !== null) {
      this.#report({ id, isOn: true });
      switchOn(id, hits[id]);
    }
    try {
      await within(this.#plan.slackMs + SLACK_FACTOR * ms, stage.run(test));
      return 'passed';
    } catch (error) {
      return error instanceof DidNotEnd ? 'never ended' : 'failed';
    } finally {
      switchOff();
      if (id !== null) this.#report({ id });
    }
  }

  #left = (place: string): string[] =>
    this.#plan.mutants.filter((id) => !this.#decided.has(id) && !this.#passed.has(`${id} ${place}`));

  #testsOf(stage: Stage): Timed[] {
    return stage.tests
      .flatMap((test) => {
        const surveyed = this.#survey.tests[test.id];
        return surveyed ? [{ test, surveyed }] : [];
      })
      .toSorted((a, b) => a.surveyed.ms - b.surveyed.ms);
  }

  #verdictOfUnkilled(id: string): 'static' | 'survived' | 'uncovered' {
    if (this.#survey.loading.includes(id)) return 'static';
    const reached = Object.values(this.#survey.tests).some(({ hits }) => hits[id] !== undefined);
    return reached || Object.values(this.#survey.setups).some((ids) => ids.includes(id)) ? 'survived' : 'uncovered';
  }

  #report(line: ProgressLine): void {
    addProgress(this.#plan.progressFile, line);
  }

  #restart(line: ProgressLine): never {
    this.#report(line);
    process.kill(process.pid, 'SIGKILL');
    throw new Error('killed');
  }
}

const costOf = (tests: readonly Timed[]): number => tests.reduce((sum, { surveyed }) => sum + surveyed.ms, 0);

async function close(stage: Stage): Promise<void> {
  await within(CLOSING_MS, stage.close()).catch(() => undefined);
}
