/** Milliseconds since the load began, and a value. */
export type Point = readonly [atMs: number, value: number];
export type Series = readonly Point[];

/** The part of a run that is judged, cut into windows of equal length. */
export interface Windows {
  readonly fromMs: number;
  readonly toMs: number;
  readonly count: number;
}

const WINDOWS_MAX = 24;
/** Shorter ones see one part of a cycle only: heaps fill and are collected, tables fill and are pruned. */
const WINDOW_MIN_MS = 30_000;

/** As many windows as fit, up to 24. */
export function windowsOf(fromMs: number, toMs: number): Windows {
  const count = Math.floor((toMs - fromMs) / WINDOW_MIN_MS);
  return { fromMs, toMs, count: Math.max(0, Math.min(WINDOWS_MAX, count)) };
}

export type Reduce = (values: readonly number[]) => number;

/** One point for each window in which there was anything: its middle, and what the values come to. */
export function reduced(series: Series, { fromMs, toMs, count }: Windows, reduce: Reduce): Series {
  const lengthMs = (toMs - fromMs) / count;
  const inside = series.filter(([atMs]) => atMs >= fromMs && atMs < toMs);
  const byWindow = Map.groupBy(inside, ([atMs]) => Math.floor((atMs - fromMs) / lengthMs));
  return [...byWindow]
    .toSorted(([one], [other]) => one - other)
    .map(([index, points]) => [fromMs + (index + 0.5) * lengthMs, reduce(points.map(([, value]) => value))]);
}

export const lowest: Reduce = (values) => values.reduce((one, other) => Math.min(one, other), Infinity);
export const mean: Reduce = (values) => values.reduce((one, other) => one + other, 0) / values.length;
export const highest: Reduce = (values) => values.reduce((one, other) => Math.max(one, other), -Infinity);

/** By how much a count that only grows has grown within any such time, at most. */
export function mostWithin(count: Series, ms: number): number {
  let first = 0;
  const grown = count.map(([atMs, value]) => {
    while (count[first + 1] && count[first + 1]![0] <= atMs - ms) first += 1;
    return value - count[first]![1];
  });
  return highest(grown);
}
