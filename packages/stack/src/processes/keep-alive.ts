import { setTimeout as sleep } from 'node:timers/promises';
import type { ManagedProcess } from './managed-process.ts';

interface Watched {
  readonly name: string;
  readonly current: () => ManagedProcess;
  /** False once a stop was requested. */
  readonly isWanted: () => boolean;
  readonly restart: () => Promise<void>;
  readonly report: (message: string) => void;
}

const BACKOFF_FIRST_MS = 500;
const BACKOFF_MAX_MS = 30_000;

/** Restarts a process that dies, with growing pauses; one that had lived for a while starts over with a short pause. */
export async function keepAlive({ name, current, isWanted, restart, report }: Watched): Promise<void> {
  let backoffMs = BACKOFF_FIRST_MS;
  for (;;) {
    const startedAt = Date.now();
    const watched = current();
    const how = await watched.exited;
    if (!isWanted()) return;
    if (Date.now() - startedAt > BACKOFF_MAX_MS) backoffMs = BACKOFF_FIRST_MS;
    report(`${name} died (${how}). The end of its log:\n${watched.log()}\nStarting it again in ${backoffMs} ms.`);

    await sleep(backoffMs, undefined, { ref: false });
    backoffMs = Math.min(backoffMs * 2, BACKOFF_MAX_MS);
    if (!isWanted()) return;
    // It may have been restarted from elsewhere during the pause.
    if (current() !== watched) continue;
    await restart().then(
      () => report(`${name} runs again.`),
      (error: Error) => report(error.message),
    );
  }
}
