import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '@estampa/kernel/topics';
import type { Call } from '@estampa/kit/rpc/call';
import type { Clients } from './clients.ts';
import { CALLER_TTL_MS, CALLER_TOPIC } from '../access/current-callers.ts';
import { settledSeconds } from '../metrics.ts';

/** After this a response goes out unsettled: the write is safe, only the views lag. */
const SETTLE_DEADLINE_MS = 1_500;

export type Settlement = {
  /** Waits until the services show all that was written so far in this call. */
  settle(): Promise<void>;
  /** Null while nothing was waited for. */
  outcome(): { settled: boolean; durationMs: number } | null;
};

/** A timer counts from the start of its pass of the event loop, so it may be early. */
async function pauseAtLeast(ms: number): Promise<void> {
  const until = performance.now() + ms;
  for (let left = ms; left > 0; left = until - performance.now()) await pause(Math.ceil(left));
}

/** Read your writes across services: a write responds when the views that it changes include it. */
export function settlement(clients: Clients, call: Call, services: readonly ServiceName[]): Settlement {
  let waitedFor = 0;
  let outcome: ReturnType<Settlement['outcome']> = null;

  async function settle(): Promise<void> {
    const events = call.events.slice(waitedFor);
    waitedFor = call.events.length;
    const changesCallers = events.some(({ topic }) => topic === CALLER_TOPIC);
    if (events.length === 0 || (services.length === 0 && !changesCallers)) return;

    const start = performance.now();
    const requested = services.map((name) =>
      clients.inboxes[name].settled({ events }, { deadlineMs: SETTLE_DEADLINE_MS }),
    );
    const responses = await Promise.allSettled([...requested, changesCallers && pauseAtLeast(CALLER_TTL_MS)]);
    const shown = responses.every(({ status }) => status === 'fulfilled');
    const settled = shown && !call.hasMoreEvents;
    const durationMs = performance.now() - start;
    settledSeconds.observe({ settled: String(settled) }, durationMs / 1_000);
    outcome = { settled: settled && (outcome?.settled ?? true), durationMs: durationMs + (outcome?.durationMs ?? 0) };
  }

  return { settle, outcome: () => outcome };
}
