/** What of a page of metrics is shown, at one point in time. Counts only grow while a process lives. */
export interface Snapshot {
  readonly atMs: number;
  readonly requests: number;
  readonly errors: number;
  /** How many requests took at most so many seconds. */
  readonly buckets: ReadonlyMap<number, number>;
  /** Events; null for a process that consumes or publishes none. */
  readonly lag: number | null;
  readonly unsent: number | null;
}

export interface Figures {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly errorsPerSecond: number;
  /** Milliseconds; null while nothing was requested. */
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly lag: number | null;
  readonly unsent: number | null;
}

/** The gateway counts its routes, a service its calls. */
const COUNTERS = ['http_server_requests_total', 'grpc_server_handled_total'];
const BUCKETS = ['http_server_handling_seconds_bucket', 'grpc_server_handling_seconds_bucket'];
const LAG = 'kafka_consumer_lag_events';
const UNSENT = 'outbox_unsent_events';
const SHOWN = [...COUNTERS, ...BUCKETS, LAG, UNSENT];
/** What is our fault, not the caller's, as the alerts have it. */
const FAILURE = /^(?:5xx|INTERNAL|UNKNOWN|DATA_LOSS|UNAVAILABLE|DEADLINE_EXCEEDED)$/;
/** Quantiles of a shorter time are mostly of no request at all. */
export const WINDOW_MS = 30_000;
const MS_PER_SECOND = 1_000;

const LINE = /^(\w+)(?:\{(.*)\})? (\S+)/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Reads the text format of Prometheus: https://prometheus.io/docs/instrumenting/exposition_formats/ */
export function snapshotOf(text: string, atMs: number): Snapshot {
  let [requests, errors] = [0, 0];
  let [lag, unsent]: [number | null, number | null] = [null, null];
  const buckets = new Map<number, number>();
  for (const line of text.split('\n')) {
    if (!SHOWN.some((name) => line.startsWith(name))) continue;
    const [, name = '', labels = '', number = ''] = LINE.exec(line) ?? [];
    const value = Number(number);
    const {
      le,
      status,
      grpc_code: code,
    } = Object.fromEntries([...labels.matchAll(LABEL)].map(([, label, content]) => [label!, content!]));
    if (COUNTERS.includes(name)) {
      requests += value;
      if (FAILURE.test(status ?? code ?? '')) errors += value;
    } else if (BUCKETS.includes(name)) {
      const bound = le === '+Inf' ? Infinity : Number(le);
      buckets.set(bound, (buckets.get(bound) ?? 0) + value);
    } else if (name === LAG) lag = (lag ?? 0) + value;
    else if (name === UNSENT) unsent = (unsent ?? 0) + value;
  }
  return { atMs, requests, errors, buckets, lag, unsent };
}

/** Of the newest snapshot: rates since the one before, quantiles of the last half minute. */
export function figuresOf(history: readonly Snapshot[]): Figures | null {
  const now = history.at(-1);
  if (!now) return null;
  const before = history.at(-2) ?? now;
  const seconds = Math.max(now.atMs - before.atMs, 1) / MS_PER_SECOND;
  const start = history.find(({ atMs }) => now.atMs - atMs <= WINDOW_MS) ?? now;
  const counts = [...now.buckets.keys()]
    .toSorted((one, other) => one - other)
    .map((bound) => [bound, grown(now.buckets.get(bound)!, start.buckets.get(bound) ?? 0)] as const);
  const quantile = (share: number) => quantileOf(counts, share);
  return {
    requests: now.requests,
    requestsPerSecond: grown(now.requests, before.requests) / seconds,
    errorsPerSecond: grown(now.errors, before.errors) / seconds,
    p50: quantile(0.5),
    p95: quantile(0.95),
    p99: quantile(0.99),
    lag: now.lag,
    unsent: now.unsent,
  };
}

/** A process that was started anew counts from nothing. */
const grown = (now: number, before: number): number => (now >= before ? now - before : now);

/** Milliseconds, as Prometheus interpolates them; what took longer than the last bound counts as that. */
function quantileOf(counts: readonly (readonly [bound: number, count: number])[], share: number): number | null {
  const total = counts.at(-1)?.[1] ?? 0;
  if (total === 0) return null;
  const rank = share * total;
  const at = counts.findIndex(([, count]) => count >= rank);
  const [bound, count] = counts[at]!;
  const [lower, below] = counts[at - 1] ?? [0, 0];
  if (bound === Infinity) return lower * MS_PER_SECOND;
  return (lower + ((bound - lower) * (rank - below)) / Math.max(count - below, 1)) * MS_PER_SECOND;
}
