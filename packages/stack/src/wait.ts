import { setTimeout as sleep } from 'node:timers/promises';

const SHORTEST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 200;
/** The pause grows with the time waited: checks cost CPU, and a tenth more delay is acceptable. */
const LATE_AT_MOST = 0.1;
/** A check that takes long costs much, so it runs for a quarter of the time at most once that makes no more delay. */
const PAUSE_PER_CHECK = 3;

export interface WaitOptions {
  readonly deadlineMs: number;
  /** Between two checks; by default the pause grows with the wait. */
  readonly everyMs?: number;
}

/** Polls until the check returns something other than undefined or false; its last error explains a missed deadline. */
export async function waitFor<T>(
  what: string,
  check: () => Promise<T | undefined | false> | T | undefined | false,
  { deadlineMs, everyMs }: WaitOptions,
): Promise<T> {
  const begun = Date.now();
  const deadline = begun + deadlineMs;
  let lastError: unknown;
  for (;;) {
    const checking = Date.now();
    try {
      const outcome = await check();
      if (outcome !== undefined && outcome !== false) return outcome;
    } catch (error) {
      if (error instanceof GiveUp) throw error;
      lastError = error;
    }
    const now = Date.now();
    if (now >= deadline) break;
    await sleep(everyMs ?? pauseAfter(now - begun, now - checking));
  }
  throw new Error(`${what}: not within ${deadlineMs} ms`, { cause: lastError });
}

/** The pause before the next check, after a wait of so many milliseconds and a check that took so many. */
export const pauseAfter = (waitedMs: number, checkedMs: number): number =>
  Math.min(
    Math.max(waitedMs * LATE_AT_MOST, SHORTEST_PAUSE_MS),
    Math.max(checkedMs * PAUSE_PER_CHECK, LONGEST_PAUSE_MS),
  );

/** Thrown by a check that knows waiting longer is pointless. */
export class GiveUp extends Error {}
