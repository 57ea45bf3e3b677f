import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LOCK_FILE, lockOwner, takeLock, type LockOwner } from '../checkout-lock.ts';
import type { Step } from '../infrastructure/infrastructure.ts';
import { BENCH, REUSED_TEST_SERVERS, LOCAL } from '../paths.ts';
import { isAlive, sendSignal } from '../processes/process-table.ts';
import { stopLeftovers } from '../processes/leftovers.ts';
import { createStep } from '../terminal.ts';
import { waitFor } from '../wait.ts';

const STOP_DEADLINE_MS = 15_000;
/** Expensive to recreate and without user data; directories of test runs belong to those runs. */
const STORED = ['downloads', 'compile-cache', 'test', LOCK_FILE];

/** Stops what runs from this checkout, or is just starting, and drops its data. */
export async function reset(): Promise<number> {
  const step = createStep();
  const owner = lockOwner(LOCAL);
  if (owner) await step('stop the running stack', () => stopOwner(owner));
  const lock = takeLock(LOCAL);
  if (!lock) throw new Error('Another command of this checkout has just begun: wait for it or end it first.');
  try {
    await drop(step);
  } finally {
    lock.release();
  }
  return 0;
}

async function drop(step: Step): Promise<void> {
  await stopLeftovers(LOCAL);
  await stopLeftovers(REUSED_TEST_SERVERS);
  await stopLeftovers(BENCH);
  await step('drop the local data', async () => {
    rmSync(REUSED_TEST_SERVERS, { recursive: true, force: true });
    const names = readdirSync(LOCAL).filter((name) => !STORED.includes(name));
    for (const name of names) rmSync(join(LOCAL, name), { recursive: true, force: true });
  });
}

async function stopOwner({ pid, identity }: LockOwner): Promise<void> {
  sendSignal(pid, 'SIGTERM');
  await waitFor('the end of the running stack', () => !isAlive(pid, identity), { deadlineMs: STOP_DEADLINE_MS });
}
