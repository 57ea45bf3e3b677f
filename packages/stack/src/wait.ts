import { setTimeout as sleep } from 'node:timers/promises';

const SHORTEST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 200;
/** Of what was waited up to now: a look costs work, and one that comes a tenth late delays nobody. */
const LATE_AT_MOST = 0.1;

export interface WaitOptions {
  readonly deadlineMs: number;
  /** Between two looks; when left out, the longer the wait the longer the pause. */
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
    try {
      const outcome = await check();
      if (outcome !== undefined && outcome !== false) return outcome;
    } catch (error) {
      if (error instanceof GiveUp) throw error;
      lastError = error;
    }
    if (Date.now() >= deadline) break;
    await sleep(everyMs ?? pauseAfter(Date.now() - begun));
  }
  throw new Error(`${what}: not within ${deadlineMs} ms`, { cause: lastError });
}

/** How long to wait before the next look, after so many milliseconds. */
export const pauseAfter = (waitedMs: number): number =>
  Math.min(Math.max(waitedMs * LATE_AT_MOST, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);

/** Thrown by a check that knows waiting longer is pointless. */
export class GiveUp extends Error {}
