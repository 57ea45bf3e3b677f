import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../telemetry/log.ts';
import { isTransient } from '../postgres/transient-errors.ts';
import { START_RETRY_MS } from './config.ts';

const PAUSE_FIRST_MS = 200;
const PAUSE_MAX_MS = 5_000;

/**
 * What a start does with its database; it has to be repeatable. While the database is away, busy or only reads, that is done again after
 * ever longer pauses; what fails otherwise, or still does after `waitMs`, fails.
 */
export async function patiently<T>(
  start: () => Promise<T>,
  log: Pick<Log, 'warn'>,
  waitMs = START_RETRY_MS,
): Promise<T> {
  const deadline = Date.now() + waitMs;
  for (let pauseMs = PAUSE_FIRST_MS; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)) {
    try {
      return await start();
    } catch (error) {
      if (!isTransient(error) || Date.now() + pauseMs > deadline) throw error;
      log.warn({ err: error, pauseMs }, 'the database cannot be used yet, trying again');
      await pause(pauseMs);
    }
  }
}
