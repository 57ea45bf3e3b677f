import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LOCAL, REPOSITORY } from '@estampa/stack/paths';
import type { Instrumented } from './instrument.ts';
import { addProgress, DID_NOT_END, type Plan, readProgress, type Survey, type Verdict } from './plan.ts';
import { takePastKills } from './past-kills.ts';
import { runWorker, type WorkerFiles } from './worker.ts';

const SLACK_MS = 10_000;
const DIRECTORY = join(LOCAL, 'mutation');

export type Verdicts = Map<string, { verdict: Verdict; by?: string | undefined }>;
export type Tried = { verdicts: Verdicts; leftOut: string[] };

type Options = { slackMs?: number; workers?: number; resumes?: boolean };

/**
 * Tries all mutants, by default on all processors; `tests` are paths relative to the repository. With `resumes`, those that earlier runs
 * have killed are not tried again.
 */
export async function tryMutants(
  name: string,
  { mutants, sources }: Instrumented,
  tests: string[],
  { slackMs = SLACK_MS, workers = availableParallelism(), resumes = false }: Options = {},
): Promise<Tried> {
  mkdirSync(DIRECTORY, { recursive: true });
  const path = (ending: string) => join(DIRECTORY, `${name}${ending}`);
  const [entry, surveyFile] = [path('.test.ts'), path('.survey.json')];
  writeFileSync(entry, entryOf(tests));
  rmSync(surveyFile, { force: true });
  if (!resumes) rmSync(path('.digest'), { force: true });
  const past = takePastKills(path(''), sources);
  const instrumented = Object.fromEntries(
    [...sources].map(([file, source]) => [pathToFileURL(join(REPOSITORY, file)).href, source]),
  );
  const fileOf = (shard: string, ids: string[]): WorkerFiles => {
    const files = { entry, plan: path(`-${shard}.plan.json`), progress: path(`-${shard}.progress`) };
    const plan: Plan = { sources: instrumented, mutants: ids, slackMs, surveyFile, progressFile: files.progress };
    writeFileSync(files.plan, JSON.stringify(plan));
    return files;
  };

  const output = await runWorker(fileOf('survey', []));
  if (!existsSync(surveyFile)) throw new Error(`The tests of ${name} do not run:\n${output}`);
  const { leftOut } = JSON.parse(readFileSync(surveyFile, 'utf8')) as Survey;
  const killed: Verdicts = new Map(past.map(({ id, by }) => [id, { verdict: 'killed', by }]));
  const ids = mutants.map(({ id }) => id).filter((id) => !killed.has(id));
  const decided = await Promise.all(
    Array.from({ length: workers }, (_none, shard) => {
      const own = ids.filter((_id, at) => at % workers === shard);
      return decide(own, fileOf(String(shard), own));
    }),
  );
  return { verdicts: new Map([killed, ...decided].flatMap((verdicts) => [...verdicts])), leftOut };
}

/** Starts one worker after the other until every mutant is decided: one that never ends takes its worker with it. */
async function decide(mutants: readonly string[], files: WorkerFiles): Promise<Verdicts> {
  const verdicts: Verdicts = new Map();
  let seen = 0;
  let stalledAt = '';
  while (verdicts.size < mutants.length) {
    const output = await runWorker(files);
    const lines = readProgress(files.progress);
    if (lines.length === seen) throw new Error(`A worker ends without a result:\n${output}`);
    seen = lines.length;
    const last = lines.at(-1)!;
    if (!last.verdict && last.passed === undefined) {
      // A busy machine takes its time to set up a stage: what has not been tried is tried again, once.
      const verdict = last.isOn ? 'killed' : last.id === stalledAt ? 'survived' : undefined;
      stalledAt = last.id;
      if (verdict) {
        lines.push({ id: last.id, verdict, by: DID_NOT_END });
        addProgress(files.progress, lines.at(-1)!);
        seen += 1;
      }
    }
    for (const { id, verdict, by } of lines) if (verdict) verdicts.set(id, { verdict, by });
  }
  return verdicts;
}

/** A test file of all: hooks of each stay its own, as it is a suite. */
const entryOf = (tests: readonly string[]): string => {
  const suites = tests.map((path) => {
    const [name, url] = [path, pathToFileURL(join(REPOSITORY, path)).href].map((text) => JSON.stringify(text));
    return `describe(${name}, async () => void (await import(${url})));\n`;
  });
  return `import { describe } from 'vitest';\n${suites.join('')}`;
};
