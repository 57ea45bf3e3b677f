import { setTimeout as sleep } from 'node:timers/promises';

const POLL_INTERVAL_MS = 50;

export interface WaitOptions {
  readonly deadlineMs: number;
  readonly everyMs?: number;
}

/** Polls until the check returns something other than undefined or false; its last error explains a missed deadline. */
export async function waitFor<T>(
  what: string,
  check: () => Promise<T | undefined | false> | T | undefined | false,
  { deadlineMs, everyMs = POLL_INTERVAL_MS }: WaitOptions,
): Promise<T> {
  const deadline = Date.now() + deadlineMs;
  let lastError: unknown;
  for (;;) {
    try {
      const outcome = await check();
      if (outcome !== undefined && outcome !== false) return outcome;
    } catch (error) {
      if (error instanceof GiveUp) throw error;
      lastError = error;
    }
    if (Date.now() >= deadline) break;
    await sleep(everyMs);
  }
  throw new Error(`${what}: not within ${deadlineMs} ms`, { cause: lastError });
}

/** Thrown by a check that knows waiting longer is pointless. */
export class GiveUp extends Error {}
