import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiProblem, ApiUnreachable, type CallOptions } from '@estampa/client';

/** Longer than any fault lasts, with all that has to recover after it. */
const GIVE_UP_AFTER_MS = 120_000;
const CALL_DEADLINE_MS = 15_000;
const RETRY_EVERY_MS = 250;
const UNAVAILABLE = [408, 429, 502, 503, 504];
/** A try whose response was lost still runs. */
const STILL_RUNNING = 'idempotency_key_in_use';

/**
 * Sends a request with one idempotency key until it is accepted, as a careful client does. Throws on a response that no outage
 * explains, and when nothing comes for minutes.
 */
export async function untilAccepted<T>(
  what: string,
  request: (options: CallOptions, tries: number) => Promise<T>,
): Promise<T> {
  const options = { idempotencyKey: randomUUID(), deadlineMs: CALL_DEADLINE_MS };
  const begun = Date.now();
  for (let tries = 1; ; tries += 1) {
    try {
      return await request(options, tries);
    } catch (error) {
      const isLast = Date.now() - begun > GIVE_UP_AFTER_MS;
      if (isLast || !isOutage(error)) throw new Error(`${what}, try ${tries}: ${described(error)}`, { cause: error });
    }
    await pause(RETRY_EVERY_MS);
  }
}

/** Whether it says no more than that something is away. */
export function isOutage(error: unknown): boolean {
  if (error instanceof ApiUnreachable || error instanceof DOMException) return true;
  // What `fetch` throws when it gets no response.
  if (!(error instanceof ApiProblem)) return error instanceof TypeError;
  return UNAVAILABLE.includes(error.status) || error.code === STILL_RUNNING;
}

function described(error: unknown): string {
  if (!(error instanceof ApiProblem)) return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const { status, code, message, requestId } = error;
  return `${status} ${code}: ${message} (request ${requestId})`;
}
