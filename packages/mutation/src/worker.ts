import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { REPOSITORY } from '@estampa/stack/paths';

const CONFIG = join(import.meta.dirname, '../vitest.config.ts');
const VITEST = join(REPOSITORY, 'node_modules/vitest/vitest.mjs');
/** A mutant that takes longer without a sign does not end. */
const STALLED_MS = 60_000;
const CHECK_EVERY_MS = 500;

const running = new Set<ChildProcess>();
let isEnding = false;

export type WorkerFiles = { entry: string; plan: string; progress: string };

/** Runs one worker until it ends or stalls; returns what it printed. */
export async function runWorker({ entry, plan, progress }: WorkerFiles): Promise<string> {
  const worker = spawn(process.execPath, [VITEST, 'run', '--config', CONFIG, '--root', REPOSITORY, entry], {
    cwd: REPOSITORY,
    env: { ...process.env, NO_COLOR: '1', ESTAMPA_MUTATION_PLAN: plan },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that what a mutant has started ends with it.
    detached: true,
  });
  running.add(worker);
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
    if (seen > 0 && Date.now() - changedAt > STALLED_MS) killGroup(worker);
  }
  await ended;
  killGroup(worker);
  running.delete(worker);
  // Nothing follows: the process ends when its servers have.
  if (isEnding) await new Promise(() => undefined);
  return output;
}

/** Ends every worker with all that it has started; no other follows. */
export async function killWorkers(): Promise<void> {
  isEnding = true;
  for (const worker of running) killGroup(worker);
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
