export type Wakeable = ReturnType<typeof wakeable>;

/** A sleep that a wake-up ends; one that comes while awake ends the next sleep at once. */
export function wakeable(signal: AbortSignal) {
  let woken = false;
  let end = () => {};
  const now = () => {
    woken = true;
    end();
  };
  signal.addEventListener('abort', now, { once: true });
  return {
    now,
    forget: () => signal.removeEventListener('abort', now),
    async next(timeoutMs: number) {
      if (!woken) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, timeoutMs);
        end = resolve;
        await promise;
        clearTimeout(timer);
      }
      woken = signal.aborted;
    },
  };
}
