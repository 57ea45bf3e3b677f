import { writeFileSync } from 'node:fs';
import type { RunnerTestCase } from 'vitest';
import type { Plan, Survey, SurveyedTest } from './plan.ts';
import { nameOf, type Stage } from './stage.ts';
import { switchboard } from './switchboard.ts';
import { within } from './within.ts';

/** A test this slow tries no mutants. */
const SLOW_TEST_MS = 5_000;
const DEADLINE_MS = 60_000;
const SETUP = 'setup of ';

/** What is reached outside of tests is attributed to their stage, and what is reached before any to loading. */
export const setupIdOf = (stage: string): string => `${SETUP}${stage}`;

/** Writes what tests that have run once reach, and which of them can run again and again. */
export async function survey(stages: readonly Stage[], { surveyFile }: Plan): Promise<void> {
  const { static: loading = {}, perTest = {} } = structuredClone(switchboard.mutantCoverage ?? {});
  const found: Survey = { loading: Object.keys(loading), setups: {}, tests: {}, leftOut: [] };
  for (const stage of stages) {
    const setup = Object.keys(perTest[setupIdOf(stage.name)] ?? {});
    found.setups[stage.name] = setup;
    for (const test of stage.tests) {
      const hits = perTest[test.id] ?? {};
      if (Object.keys(hits).length === 0 && setup.length === 0) continue;
      const repeated = test.result?.state === 'pass' ? await repeat(stage, test) : 'it fails without any mutant';
      if (typeof repeated === 'string') found.leftOut.push(`${nameOf(test)}: ${repeated}`);
      else found.tests[test.id] = { ...repeated, hits };
    }
    await close(stage);
  }
  writeFileSync(surveyFile, JSON.stringify(found));
}

/** A test that passes only once would seem to kill every mutant. */
async function repeat(stage: Stage, test: RunnerTestCase): Promise<Omit<SurveyedTest, 'hits'> | string> {
  const passes = () =>
    within(DEADLINE_MS, stage.run(test)).then(
      () => true,
      () => false,
    );
  if (!(await passes())) {
    await close(stage);
    if (!(await passes())) return 'it fails the second time';
  }
  const begun = performance.now();
  const needsFreshStage = !(await passes());
  const ms = performance.now() - begun;
  if (ms > SLOW_TEST_MS) return `it takes ${(ms / 1_000).toFixed(1)} s`;
  if (!needsFreshStage) return { ms, needsFreshStage };
  await close(stage);
  const again = await passes();
  await close(stage);
  return again ? { ms, needsFreshStage } : 'it fails the second time';
}

const close = (stage: Stage): Promise<unknown> => within(DEADLINE_MS, stage.close()).catch(() => undefined);
