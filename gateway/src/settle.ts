import type { ServiceName } from '@estampa/kernel/topics';
import type { Call } from '@estampa/kit/call';
import type { CallerCache } from './caller-cache.ts';
import type { Clients } from './clients.ts';
import { settledSeconds } from './metrics.ts';

/** After this an answer goes out unsettled: the write is safe, only the views lag. */
const SETTLE_DEADLINE_MS = 1_500;

export type Settlement = {
  /** Waits until the services show all that was written so far in this call. */
  settle(): Promise<void>;
  /** Null while nothing was waited for. */
  outcome(): { settled: boolean; durationMs: number } | null;
};

/** Read your writes across services: a write is answered when the views it changes have it. */
export function settlement(
  clients: Clients,
  callers: CallerCache,
  call: Call,
  services: readonly ServiceName[],
): Settlement {
  let waitedFor = 0;
  let outcome: ReturnType<Settlement['outcome']> = null;

  async function settle(): Promise<void> {
    const events = call.events.slice(waitedFor);
    waitedFor = call.events.length;
    if (events.length === 0) return;

    const start = performance.now();
    const asked = services.map((name) => clients.inboxes[name].settled({ events }, { deadlineMs: SETTLE_DEADLINE_MS }));
    const answers = await Promise.allSettled([...asked, callers.heard(events, SETTLE_DEADLINE_MS)]);
    const shown = answers.every((answer) => answer.status === 'fulfilled' && answer.value !== false);
    const settled = shown && !call.hasMoreEvents;
    const durationMs = performance.now() - start;
    settledSeconds.observe({ settled: String(settled) }, durationMs / 1_000);
    outcome = { settled: settled && (outcome?.settled ?? true), durationMs: durationMs + (outcome?.durationMs ?? 0) };
  }

  return { settle, outcome: () => outcome };
}
