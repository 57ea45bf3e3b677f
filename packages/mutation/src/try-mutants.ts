import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { LOCAL, REPOSITORY } from '@estampa/stack/paths';
import type { Instrumented } from './instrument.ts';
import type { Plan, ProgressLine, Verdict } from './plan.ts';

const DIRECTORY = join(LOCAL, 'mutation');
const CONFIG = join(import.meta.dirname, '../vitest.config.ts');
/** A mutant that takes longer does not end. */
const STALLED_MS = 60_000;
const CHECK_EVERY_MS = 500;

export type Verdicts = Map<string, { verdict: Verdict; by?: string | undefined }>;

/** Tries all mutants on all processors; `tests` are paths relative to the repository. */
export async function tryMutants(name: string, { mutants, sources }: Instrumented, tests: string[]): Promise<Verdicts> {
  const verdicts: Verdicts = new Map();
  const shards = availableParallelism();
  const instrumented = Object.fromEntries(
    [...sources].map(([file, source]) => [pathToFileURL(join(REPOSITORY, file)).href, source]),
  );
  await Promise.all(
    Array.from({ length: shards }, async (_none, shard) => {
      const files = shardFiles(`${name}-${shard}`);
      writeFileSync(files.entry, entryOf(tests));
      let left = mutants.filter((_mutant, at) => at % shards === shard).map(({ id }) => id);
      while (left.length > 0) {
        rmSync(files.progress, { force: true });
        const plan: Plan = { sources: instrumented, mutants: left, progressFile: files.progress };
        writeFileSync(files.plan, JSON.stringify(plan));
        const output = await runWorker(files);
        const lines = readProgress(files.progress);
        for (const { id, verdict, by } of lines) if (verdict) verdicts.set(id, { verdict, by });
        const last = lines.at(-1);
        if (!last) throw new Error(`The tests of ${name} do not run:\n${output}`);
        if (!last.verdict) verdicts.set(last.id, { verdict: 'killed', by: 'it did not end' });
        left = left.filter((id) => !verdicts.has(id));
      }
    }),
  );
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

type ShardFiles = { entry: string; plan: string; progress: string };

function shardFiles(shard: string): ShardFiles {
  mkdirSync(DIRECTORY, { recursive: true });
  const path = (ending: string) => join(DIRECTORY, `${shard}${ending}`);
  return { entry: path('.test.ts'), plan: path('.plan.json'), progress: path('.progress') };
}

/** Runs one worker until it ends or stalls; returns what it printed. */
async function runWorker({ entry, plan, progress }: ShardFiles): Promise<string> {
  const vitest = join(REPOSITORY, 'node_modules/vitest/vitest.mjs');
  const worker = spawn(process.execPath, [vitest, 'run', '--config', CONFIG, '--root', REPOSITORY, entry], {
    cwd: REPOSITORY,
    env: { ...process.env, NO_COLOR: '1', ESTAMPA_MUTATION_PLAN: plan },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [worker.stdout, worker.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => resolve());
  });
  let seen = 0;
  let changedAt = Date.now();
  while (worker.exitCode === null && worker.signalCode === null) {
    await Promise.race([ended, sleep(CHECK_EVERY_MS)]);
    const size = statSync(progress, { throwIfNoEntry: false })?.size ?? 0;
    if (size !== seen) [seen, changedAt] = [size, Date.now()];
    // Without a first line the tests themselves still run, which have limits of their own.
    if (seen > 0 && Date.now() - changedAt > STALLED_MS) process.kill(-worker.pid!, 'SIGKILL');
  }
  await ended;
  return output;
}

const readProgress = (path: string): ProgressLine[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as ProgressLine)
    : [];
