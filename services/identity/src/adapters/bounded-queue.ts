import { DomainError } from '@estampa/kernel/errors';

type Bounds = { atOnce: number; waitingMax: number };
type Waiter = { begin: () => void };

const TRY_AGAIN_SECONDS = 2;

/** Does so much at once and lets so many wait, first come, first served; rejects the rest. Who gave up waiting is passed over. */
export function boundedQueue({ atOnce, waitingMax }: Bounds) {
  const waiting = new Set<Waiter>();
  let running = 0;

  const turn = (signal: AbortSignal | null | undefined): Promise<void> => {
    if (running < atOnce) {
      running += 1;
      return Promise.resolve();
    }
    if (waiting.size >= waitingMax) throw busy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter = { begin: resolve };
    const giveUp = () => {
      waiting.delete(waiter);
      reject(gaveUp());
    };
    waiting.add(waiter);
    signal?.addEventListener('abort', giveUp, { once: true });
    return promise.finally(() => signal?.removeEventListener('abort', giveUp));
  };

  /** A place goes straight to who waits longest. */
  const end = (): void => {
    const [next] = waiting;
    if (!next) return void (running -= 1);
    waiting.delete(next);
    next.begin();
  };

  return async function queued<T>(task: () => Promise<T>, signal?: AbortSignal | null): Promise<T> {
    if (signal?.aborted) throw gaveUp();
    await turn(signal);
    try {
      return await task();
    } finally {
      end();
    }
  };
}

const busy = (): DomainError =>
  new DomainError('unavailable', 'busy', 'Too many ask at this moment; try again in a few seconds', {
    retryAfterSeconds: TRY_AGAIN_SECONDS,
  });

const gaveUp = (): DomainError => new DomainError('unavailable', 'gave_up', 'The caller no longer waits for an answer');
