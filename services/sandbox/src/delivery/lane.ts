import { setTimeout as sleep } from 'node:timers/promises';

export type AfterFailure = 'retry' | 'give_up' | 'pause';

export type LaneOptions = {
  /** Returns whether the notification was accepted. */
  deliver: (id: string) => Promise<boolean>;
  afterFailure: (id: string, failuresInARow: number) => AfterFailure;
  backoffMs: () => readonly number[];
  stopped: AbortSignal;
};

export type LaneState = { waiting: number; paused: boolean; failuresInARow: number };

export type Lane = {
  add(id: string): void;
  has(id: string): boolean;
  resume(): void;
  state(): LaneState;
  /** Settles when the lane has nothing under way. */
  rest(): Promise<void>;
};

/** One queue: the first notification is repeated with growing pauses, and those behind it wait. */
export function createLane({ deliver, afterFailure, backoffMs, stopped }: LaneOptions): Lane {
  const ids: string[] = [];
  let failures = 0;
  let paused = false;
  let running: Promise<void> | null = null;

  const hasPending = (): boolean => ids.length > 0 && !paused && !stopped.aborted;
  const start = (): void => {
    if (hasPending()) running ??= drain();
  };
  const drain = async (): Promise<void> => {
    for (let [id] = ids; id !== undefined && hasPending(); [id] = ids) await handle(id);
    running = null;
  };
  const handle = async (id: string): Promise<void> => {
    if (await deliver(id)) {
      ids.shift();
      failures = 0;
      return;
    }
    failures += 1;
    const next = stopped.aborted ? 'retry' : afterFailure(id, failures);
    paused = next === 'pause';
    if (next === 'give_up') ids.shift();
    if (next === 'retry') await pauseAfter(failures);
  };
  const pauseAfter = async (failuresInARow: number): Promise<void> => {
    const list = backoffMs();
    const delayMs = list[Math.min(failuresInARow, list.length) - 1] ?? 0;
    await sleep(delayMs, undefined, { signal: stopped }).catch(() => undefined);
  };

  return {
    add(id) {
      ids.push(id);
      start();
    },
    has: (id) => ids.includes(id),
    resume() {
      paused = false;
      failures = 0;
      start();
    },
    state: () => ({ waiting: ids.length, paused, failuresInARow: failures }),
    rest: async () => running ?? Promise.resolve(),
  };
}
