/** How many requests one caller may send in one window. */
export type CallerLimit = { max: number; windowMs: number };

/** Requests in the window that began at `start`, and in the one before it. */
type Count = { start: number; requested: number; before: number };

/**
 * Counts each caller's requests in a sliding window: of the window before, the share that has not slid out yet counts. A
 * rejected request does not count. However many callers there are, at most twice `callersMax` are remembered, those with the
 * most recent requests.
 */
export class CallerLimits {
  readonly #limit: CallerLimit;
  readonly #callersMax: number;
  #counts = new Map<string, Count>();
  /** Callers without a request since the last time there were too many. */
  #older = new Map<string, Count>();

  constructor(limit: CallerLimit, callersMax: number) {
    this.#limit = limit;
    this.#callersMax = callersMax;
  }

  /** Counts one request; gives 0, or how many ms to wait before the next would pass. */
  count(caller: string, now: number): number {
    const count = this.#countOf(caller, now);
    const { max, windowMs } = this.#limit;
    const elapsed = now - count.start;
    if (count.requested + count.before * (1 - elapsed / windowMs) + 1 > max) return this.#waitMs(count, elapsed);
    count.requested += 1;
    return 0;
  }

  #countOf(caller: string, now: number): Count {
    let count = this.#counts.get(caller);
    if (!count) {
      count = this.#older.get(caller) ?? { start: now, requested: 0, before: 0 };
      if (this.#counts.size >= this.#callersMax) {
        this.#older = this.#counts;
        this.#counts = new Map();
      }
      this.#counts.set(caller, count);
    }
    this.#slide(count, now);
    return count;
  }

  #slide(count: Count, now: number): void {
    const { windowMs } = this.#limit;
    const elapsed = now - count.start;
    if (elapsed < windowMs) return;
    count.before = elapsed < 2 * windowMs ? count.requested : 0;
    count.requested = 0;
    count.start = elapsed < 2 * windowMs ? count.start + windowMs : now;
  }

  /** Until enough of the window before has slid out; when that is not enough, of this one. */
  #waitMs({ requested, before }: Count, elapsed: number): number {
    const { max, windowMs } = this.#limit;
    const room = max - 1 - requested;
    if (room >= 0) return windowMs * (1 - room / before) - elapsed;
    return windowMs - elapsed + windowMs * (1 - (max - 1) / requested);
  }
}
