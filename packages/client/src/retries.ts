import { ApiProblem, ApiUnreachable } from './problem.ts';

export const TRIES_MAX = 4;
const BACKOFF_FIRST_MS = 200;
const BACKOFF_MAX_MS = 5_000;
/** The first try of the same key is still at work. */
const STILL_RUNNING = 'idempotency_key_in_use';

/**
 * How long to wait before the next try, null when there is none. What the rate limit rejected was not done, so anything
 * may be sent again; where it is unknown whether it was done, only idempotent requests.
 */
export function pauseBeforeNext(
  error: unknown,
  { tries, repeatable, random = Math.random }: { tries: number; repeatable: boolean; random?: () => number },
): number | null {
  if (tries >= TRIES_MAX) return null;
  const backoff = Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** (tries - 1)) * (0.5 + random() / 2);
  if (error instanceof ApiUnreachable) return repeatable ? backoff : null;
  if (!(error instanceof ApiProblem)) return null;
  if (error.status === 429) return error.retryAfterMs ?? backoff;
  if (!repeatable) return null;
  if (error.status === 503) return error.retryAfterMs ?? backoff;
  return tries > 1 && error.code === STILL_RUNNING ? backoff : null;
}

/** Rejects with the signal's reason when it is over first. */
export function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, durationMs);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
