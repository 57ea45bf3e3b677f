import { median } from '../../load/statistics.ts';
import type { Series } from './series.ts';

/** A change per hour, and between which two it lies 95 times of 100. */
export interface Slope {
  readonly perHour: number;
  readonly low: number;
  readonly high: number;
}

const HOUR_MS = 3_600_000;
/** Of the normal distribution, for 95 of 100. */
const QUANTILE = 1.96;

/**
 * The median of the slopes between all pairs of points (Theil and Sen), which a few outliers do not move, with the interval that
 * follows from ranks. Infinite bounds where there are too few points to say.
 */
export function slopeOf(series: Series): Slope {
  const slopes = series
    .flatMap(([atMs, value], index) =>
      series.slice(index + 1).map(([nextMs, next]) => ((next - value) / (nextMs - atMs)) * HOUR_MS),
    )
    .toSorted((one, other) => one - other);
  if (slopes.length === 0) return { perHour: 0, low: -Infinity, high: Infinity };
  const { length: count } = series;
  const spread = QUANTILE * Math.sqrt((count * (count - 1) * (2 * count + 5)) / 18);
  const rank = Math.floor((slopes.length - spread) / 2);
  return {
    perHour: median(slopes),
    low: rank < 0 ? -Infinity : slopes[rank]!,
    high: rank < 0 ? Infinity : slopes[slopes.length - 1 - rank]!,
  };
}
