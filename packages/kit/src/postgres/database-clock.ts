import type { Orm } from './connect.ts';

const READ_EVERY_MS = 30_000;
/** Smaller differences are none: a clock that steps back and forth by milliseconds would be worse than one that is late by them. */
export const TOLERANCE_MS = 100;

type Sources = {
  /** The time of PostgreSQL, in milliseconds since 1970. */
  read: () => Promise<number>;
  /** Milliseconds that go on evenly, from anywhere. */
  elapsed: () => number;
};

/**
 * The time of PostgreSQL, which all replicas share: what is due, leased or claimed is compared between processes. Between two
 * readings it goes on by the monotonic clock, so a machine whose clock is wrong, or set while it runs, changes nothing.
 */
export class DatabaseClock {
  readonly #sources: Sources;
  /** What `elapsed` needs to be the time. */
  #offsetMs = Number.NaN;

  private constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Not ahead of PostgreSQL, which read its time before the response came: nothing is valid for longer than was meant. */
  static async start(sources: Sources): Promise<DatabaseClock> {
    const clock = new DatabaseClock(sources);
    const time = await sources.read();
    clock.#offsetMs = time - sources.elapsed();
    return clock;
  }

  readonly now = (): Date => new Date(this.#sources.elapsed() + this.#offsetMs);

  /** Takes a difference over that is larger than what the duration of the reading leaves open. */
  async adjust(): Promise<void> {
    const { read, elapsed } = this.#sources;
    const begun = elapsed();
    const time = await read();
    const uncertainMs = (elapsed() - begun) / 2;
    const offsetMs = time - begun - uncertainMs;
    if (Math.abs(offsetMs - this.#offsetMs) > uncertainMs + TOLERANCE_MS) this.#offsetMs = offsetMs;
  }
}

/** Rejects while PostgreSQL cannot be reached; later, the clock goes on without it. */
export async function databaseClock(orm: Orm): Promise<Disposable & { now: () => Date }> {
  const read = async () => {
    const [row] = await orm.em
      .fork()
      .execute<{ ms: number }[]>('select extract(epoch from clock_timestamp())::float8 * 1000 as ms');
    return row!.ms;
  };
  const clock = await DatabaseClock.start({ read, elapsed: () => performance.now() });
  const adjusting = setInterval(() => void clock.adjust().catch(() => undefined), READ_EVERY_MS);
  adjusting.unref();
  return { now: clock.now, [Symbol.dispose]: () => clearInterval(adjusting) };
}
