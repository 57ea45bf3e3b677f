import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LOCAL } from '../paths.ts';
import { isAlive } from '../processes/process-table.ts';
import { stopLeftovers } from '../processes/leftovers.ts';
import { findRunningStack, type StackFile } from '../stack-file.ts';
import { createStep } from '../terminal.ts';
import { waitFor } from '../wait.ts';

const STOP_DEADLINE_MS = 15_000;
/** What is costly to make again and holds no data; the directories of test runs belong to those runs. */
const KEPT = ['downloads', 'compile-cache', 'test'];
const KEPT_TEST_SERVERS = join(LOCAL, 'test/kept');

/** Stops what runs from this checkout and drops its data. */
export async function reset(): Promise<number> {
  const step = createStep();
  const running = findRunningStack();
  if (running) await step('stop the running stack', () => stopRunning(running));
  await stopLeftovers(LOCAL);
  await stopLeftovers(KEPT_TEST_SERVERS);
  await step('drop the local data', async () => {
    rmSync(KEPT_TEST_SERVERS, { recursive: true, force: true });
    const names = existsSync(LOCAL) ? readdirSync(LOCAL).filter((name) => !KEPT.includes(name)) : [];
    for (const name of names) rmSync(join(LOCAL, name), { recursive: true, force: true });
  });
  return 0;
}

async function stopRunning({ pid, identity = '' }: StackFile): Promise<void> {
  process.kill(pid, 'SIGTERM');
  await waitFor('the end of the running stack', () => !isAlive(pid, identity), { deadlineMs: STOP_DEADLINE_MS });
}
