import { seconds, table } from '../terminal.ts';

/** A step of the test, in milliseconds since 1970. */
export interface Phase {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

type Counts = Readonly<Record<string, number>>;

/** Outcomes of the second before `at`, counted by request and result. */
export interface Second {
  readonly at: number;
  /** Those that ended, well or not. */
  readonly requests: number;
  readonly slowestMs: number;
  /** Tries that did not succeed and were repeated. */
  readonly retried: Counts;
  readonly failed: Counts;
}

/** A request that failed for good. */
export interface Failure {
  readonly at: number;
  readonly what: string;
  /** Of its last try, as the log has it; empty when there was no response. */
  readonly requestId: string;
  /** How each of them ended. */
  readonly tries: readonly string[];
}

export interface Loaded extends Omit<Second, 'at'> {
  readonly name: string;
  readonly tookMs: number;
  /** The longest time in which no request ended, to the second. */
  readonly quietMs: number;
}

const RETRYABLE = [0, 502, 503, 504];
const STILL_RUNNING = 'idempotency_key_in_use';

/** What a client may send again, with the same key; its key is at work only when an earlier try got no word of it. */
export const isRetryable = (status: number, code: string, tries: number): boolean =>
  RETRYABLE.includes(status) || (tries > 1 && status === 409 && code === STILL_RUNNING);

/** What the clients met during a step, by their own lines (`cluster/load.ts`); lines of anything else are passed over. */
export function loadBetween(lines: string, { name, from, to }: Phase): Loaded {
  const within = reported(lines)
    .flatMap((line) => ('at' in line ? line : []))
    .filter(({ at }) => at >= from && at < to);
  return {
    name,
    tookMs: to - from,
    requests: within.reduce((total, { requests }) => total + requests, 0),
    slowestMs: Math.max(0, ...within.map(({ slowestMs }) => slowestMs)),
    quietMs: quietIn(within, { from, to }),
    retried: sum(within.map(({ retried }) => retried)),
    failed: sum(within.map(({ failed }) => failed)),
  };
}

export const failuresIn = (lines: string): Failure[] =>
  reported(lines).flatMap((line) => ('failure' in line ? line.failure : []));

/** Steps in which a request failed or none was served at all: such a step proves nothing. */
export const unsound = (rows: readonly Loaded[]): Loaded[] =>
  rows.filter(({ failed, requests }) => total(failed) > 0 || requests === 0);

/** One row of the report in a few words. */
export const counted = ({ requests, retried, failed }: Loaded): string =>
  `${requests} requests, ${total(retried)} repeated, ${total(failed)} failed`;

export const report = (rows: readonly Loaded[]): string =>
  table([
    ['step', 'took', 'requests', 'repeated', 'failed', 'slowest', 'quiet', 'repeated, failed'],
    ...rows.map(({ name, tookMs, requests, retried, failed, slowestMs, quietMs }) => [
      name,
      seconds(tookMs),
      String(requests),
      String(total(retried)),
      String(total(failed)),
      `${slowestMs} ms`,
      seconds(quietMs),
      [listed(retried), listed(failed)].filter(Boolean).join(' | failed: '),
    ]),
  ]);

const total = (counts: Counts): number => Object.values(counts).reduce((before, times) => before + times, 0);

const listed = (counts: Counts): string =>
  Object.entries(counts)
    .map(([what, times]) => `${times} ${what}`)
    .join(', ');

function quietIn(within: readonly Second[], { from, to }: Pick<Phase, 'from' | 'to'>): number {
  let [longest, last] = [0, from];
  for (const { at } of within.filter(({ requests }) => requests > 0)) {
    longest = Math.max(longest, at - last);
    last = at;
  }
  return Math.max(longest, to - last);
}

function sum(all: readonly Counts[]): Record<string, number> {
  const result: Record<string, number> = {};
  for (const [what, times] of all.flatMap((counts) => Object.entries(counts)))
    result[what] = (result[what] ?? 0) + times;
  return result;
}

const reported = (lines: string): (Second | { failure: Failure })[] =>
  lines.split('\n').flatMap((line) => read(line) ?? []);

function read(line: string): Second | { failure: Failure } | undefined {
  try {
    const value = JSON.parse(line) as Partial<Second & { failure: Failure }>;
    return typeof value.at === 'number' || value.failure ? (value as Second) : undefined;
  } catch {
    return undefined;
  }
}
