export interface Latency {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

/** Nearest rank of sorted values; NaN when there are none. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;

export const median = (values: readonly number[]): number => percentile(ascending(values), 0.5);

export function latencyOf(timesMs: readonly number[]): Latency {
  const sorted = ascending(timesMs);
  return { p50Ms: percentile(sorted, 0.5), p95Ms: percentile(sorted, 0.95), p99Ms: percentile(sorted, 0.99) };
}

const ascending = (values: readonly number[]): number[] => values.toSorted((one, other) => one - other);
