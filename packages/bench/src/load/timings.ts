/** What was timed under one name. */
export interface Timed {
  /** Milliseconds since the beginning at which it ended, and how many it took. */
  readonly points: (readonly [atMs: number, tookMs: number])[];
  errors: number;
  /** What went wrong first. */
  firstError: string | undefined;
}

/** Times by kind, since a beginning. */
export class Timings {
  readonly kinds = new Map<string, Timed>();
  readonly #begin = performance.now();

  /** Milliseconds since the beginning. */
  now(): number {
    return performance.now() - this.#begin;
  }

  /** Times an action since `startMs`, or since now; a failure counts as an error, and has no time. */
  async timed<T>(kind: string, action: () => Promise<T>, startMs = this.now()): Promise<T> {
    const timed = this.#of(kind);
    try {
      const outcome = await action();
      timed.points.push([this.now(), this.now() - startMs]);
      return outcome;
    } catch (error) {
      timed.errors += 1;
      timed.firstError ??= error instanceof Error ? error.message : String(error);
      throw error;
    }
  }

  #of(kind: string): Timed {
    const known = this.kinds.get(kind);
    if (known) return known;
    const timed: Timed = { points: [], errors: 0, firstError: undefined };
    this.kinds.set(kind, timed);
    return timed;
  }
}
