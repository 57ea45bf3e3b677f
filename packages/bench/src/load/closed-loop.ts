import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from './connection.ts';

/** One request of one client; throws when the response is wrong, which does not count as done. */
export type Act = (connection: Connection, turn: number) => Promise<void>;

export interface Load {
  readonly url: string;
  /** Each sends its next request when the last one has ended. */
  readonly clients: number;
  readonly seconds: number;
  /** Goes on until so many are done, but not for more than a few times as long. */
  readonly leastTurns?: number;
  readonly act: Act;
  readonly signal: AbortSignal;
}

export interface Run {
  readonly seconds: number;
  readonly timesMs: readonly number[];
  readonly errors: number;
  /** What went wrong first. */
  readonly firstError: string | undefined;
}

/** How many times as long a load goes on to reach its minimum of requests. */
const LONGER_AT_MOST = 4;
/** A client that fails at once would only burn the processor. */
const PAUSE_AFTER_ERROR_MS = 20;

/** Sends requests by a number of concurrent clients for a while, and times each. */
export async function runLoad({ url, clients, seconds, leastTurns = 0, act, signal }: Load): Promise<Run> {
  const timesMs: number[] = [];
  let [turn, errors] = [0, 0];
  let firstError: string | undefined;
  const begin = performance.now();
  const end = begin + seconds * 1_000;
  const last = begin + seconds * LONGER_AT_MOST * 1_000;
  const goesOn = () => {
    const now = performance.now();
    return !signal.aborted && (now < end || (timesMs.length < leastTurns && now < last));
  };
  const client = async () => {
    const connection = new Connection(url);
    while (goesOn()) {
      const started = performance.now();
      try {
        await act(connection, turn++);
        timesMs.push(performance.now() - started);
      } catch (error) {
        errors += 1;
        firstError ??= error instanceof Error ? error.message : String(error);
        await sleep(PAUSE_AFTER_ERROR_MS);
      }
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { seconds: (performance.now() - begin) / 1_000, timesMs, errors, firstError };
}
