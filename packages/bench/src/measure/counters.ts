import type { BenchStack } from '../stack/bench-stack.ts';
import { readOwnMetrics } from './own-metrics.ts';
import { processorTime } from './processor-time.ts';
import { RoundTrips } from './round-trips.ts';
import { StatementCounter, type TopStatement } from './statements.ts';

/** By process or service. */
export type Parts = ReadonlyMap<string, number>;

/** Readings of all counters: totals, or the share of a second at rest or of one request. */
export interface Counts {
  /** Milliseconds. */
  readonly processor: Parts;
  readonly statements: Parts;
  readonly transactions: Parts;
  /** Rows that the database read. */
  readonly rows: Parts;
  /** Messages to the database. */
  readonly roundTrips: Parts;
  readonly calls: Parts;
  readonly events: Parts;
  readonly provider: Parts;
}

/** All counters of a running stack. */
export class Counters {
  readonly #stack: BenchStack;
  readonly #statements: StatementCounter;
  readonly #roundTrips: RoundTrips;

  private constructor(stack: BenchStack, statements: StatementCounter, roundTrips: RoundTrips) {
    this.#stack = stack;
    this.#statements = statements;
    this.#roundTrips = roundTrips;
  }

  static async connect(stack: BenchStack): Promise<Counters> {
    const { url } = stack.addresses.postgres;
    return new Counters(stack, await StatementCounter.connect(url), await RoundTrips.connect(url));
  }

  serverVersion(): Promise<string> {
    return this.#statements.serverVersion();
  }

  /** Forgets the statements so far, so that the costliest are those since now. */
  forgetStatements(): Promise<void> {
    return this.#statements.reset();
  }

  /** Counts while something goes on, and gives both. */
  async during<T>(run: () => Promise<T>): Promise<{ counts: Counts; outcome: T }> {
    // Reading the other counters costs something too, so processor time is read next to the work on both sides.
    const others = await this.#read();
    const before = { ...others, processor: processorTime(this.#stack.pids) };
    const outcome = await run();
    const processor = processorTime(this.#stack.pids);
    const after = { ...(await this.#read()), processor };
    const names = Object.keys(after) as (keyof Counts)[];
    const counts = Object.fromEntries(names.map((name) => [name, difference(before[name], after[name])]));
    return { counts: counts as unknown as Counts, outcome };
  }

  /** The costliest since they were forgotten. */
  topStatements(count: number): Promise<TopStatement[]> {
    return this.#statements.top(count);
  }

  async close(): Promise<void> {
    await this.#statements.close();
    await this.#roundTrips.close();
  }

  async #read(): Promise<Omit<Counts, 'processor'>> {
    const { calls, events, providerMs } = await readOwnMetrics(this.#stack);
    const counted = await this.#statements.read();
    return {
      statements: new Map([...counted].map(([name, { statements }]) => [name, statements])),
      transactions: new Map([...counted].map(([name, { transactions }]) => [name, transactions])),
      rows: new Map([...counted].map(([name, { rows }]) => [name, rows])),
      roundTrips: await this.#roundTrips.read(),
      calls,
      events,
      provider: new Map([['provider', providerMs]]),
    };
  }
}

const difference = (before: Parts, after: Parts): Parts =>
  new Map([...after].map(([name, value]) => [name, value - (before.get(name) ?? 0)]));

export function sumOfCounts(all: readonly Counts[]): Counts {
  const [first, ...others] = all;
  if (!first) throw new Error('Nothing was counted');
  return others.reduce((sum, one) => {
    const names = Object.keys(one) as (keyof Counts)[];
    const added = names.map((name) => [name, sumOfParts(sum[name], one[name])]);
    return Object.fromEntries(added);
  }, first);
}

const sumOfParts = (one: Parts, other: Parts): Parts =>
  new Map([...one.keys(), ...other.keys()].map((name) => [name, (one.get(name) ?? 0) + (other.get(name) ?? 0)]));

/** What one of many had, when so much is taken off for what would have been counted anyway. */
export function shareOf(
  counts: Counts,
  { atRest, seconds, of }: { atRest: Counts; seconds: number; of: number },
): Counts {
  const share = (name: keyof Counts): Parts =>
    new Map(
      [...counts[name]].map(([part, value]) => [
        part,
        Math.max(0, value - (atRest[name].get(part) ?? 0) * seconds) / of,
      ]),
    );
  const names = Object.keys(counts) as (keyof Counts)[];
  return Object.fromEntries(names.map((name) => [name, share(name)])) as unknown as Counts;
}
