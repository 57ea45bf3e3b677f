export type TimedPoint = readonly [atMs: number, tookMs: number];

/** What was timed under one name. */
export interface Timed<P = readonly TimedPoint[]> {
  /** Milliseconds since the beginning at which each ended, and how many it took. */
  readonly points: P;
  errors: number;
  /** What went wrong first. */
  firstError: string | undefined;
}

const FIRST_CAPACITY = 1_024;
const NUMBERS_PER_POINT = 2;

/** Plain numbers outside of the heap: objects would make each collection of garbage longer than the one before, and what is timed with it. */
export class Points {
  #numbers = new Float64Array(FIRST_CAPACITY);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(atMs: number, tookMs: number): void {
    const end = this.#length * NUMBERS_PER_POINT;
    if (end === this.#numbers.length) {
      const larger = new Float64Array(end * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[end] = atMs;
    this.#numbers[end + 1] = tookMs;
    this.#length += 1;
  }

  from(first = 0): TimedPoint[] {
    return Array.from({ length: this.#length - first }, (_, index) => {
      const at = (first + index) * NUMBERS_PER_POINT;
      return [this.#numbers[at]!, this.#numbers[at + 1]!];
    });
  }
}

/** Times by kind, since a beginning. */
export class Timings {
  readonly kinds = new Map<string, Timed<Points>>();
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
      timed.points.add(this.now(), this.now() - startMs);
      return outcome;
    } catch (error) {
      timed.errors += 1;
      timed.firstError ??= error instanceof Error ? error.message : String(error);
      throw error;
    }
  }

  all(): Map<string, Timed> {
    return new Map([...this.kinds].map(([kind, timed]) => [kind, { ...timed, points: timed.points.from() }]));
  }

  #of(kind: string): Timed<Points> {
    const known = this.kinds.get(kind);
    if (known) return known;
    const timed: Timed<Points> = { points: new Points(), errors: 0, firstError: undefined };
    this.kinds.set(kind, timed);
    return timed;
  }
}
