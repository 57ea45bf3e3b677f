import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '../wait.ts';
import { isAlive, sendSignal, signalTree } from './process-table.ts';

interface PidRecord {
  readonly pid: number;
  readonly identity: string;
  readonly stopSignal: NodeJS.Signals;
}

const STOP_DEADLINE_MS = 6_000;
const KILL_DEADLINE_MS = 2_000;

/** Stops processes that an earlier run under this directory left alive; returns their names. */
export async function stopLeftovers(directory: string): Promise<string[]> {
  const run = join(directory, 'run');
  const names = listPidFiles(run);
  const stopped = await Promise.all(names.map((name) => stopLeftover(join(run, `${name}.pid`))));
  return names.filter((_, index) => stopped[index]);
}

/** Kills without a grace period, for a second Ctrl-C. */
export function killLeftovers(directory: string): void {
  const run = join(directory, 'run');
  for (const name of listPidFiles(run)) {
    const record = readRecord(join(run, `${name}.pid`));
    if (record && isAlive(record.pid, record.identity)) sendSignal(record.pid, 'SIGKILL');
  }
}

async function stopLeftover(file: string): Promise<boolean> {
  const record = readRecord(file);
  // The identity guards against a process id that was reused.
  const wasAlive = record !== undefined && isAlive(record.pid, record.identity);
  if (wasAlive) {
    const gone = () => !isAlive(record.pid, record.identity);
    // A frozen process would not receive the stop signal.
    signalTree(record.pid, 'SIGCONT');
    sendSignal(record.pid, record.stopSignal);
    await waitFor(`stop of ${record.pid}`, gone, { deadlineMs: STOP_DEADLINE_MS }).catch(async () => {
      sendSignal(record.pid, 'SIGKILL');
      await waitFor(`kill of ${record.pid}`, gone, { deadlineMs: KILL_DEADLINE_MS });
    });
  }
  rmSync(file, { force: true });
  return wasAlive;
}

function readRecord(file: string): PidRecord | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as PidRecord;
  } catch {
    return undefined;
  }
}

function listPidFiles(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((file) => file.endsWith('.pid'))
      .map((file) => file.slice(0, -'.pid'.length));
  } catch {
    return [];
  }
}
