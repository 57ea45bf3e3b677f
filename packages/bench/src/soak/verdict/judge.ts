import { median } from '../../load/statistics.ts';
import { reduced, type Reduce, type Series, type Windows } from './series.ts';
import { type Slope, slopeOf } from './slope.ts';

export type Verdict = 'flat' | 'grows' | 'too short';

/** Fewer have an order by chance too often, and a process that has just started still compiles what it runs. */
export const WINDOWS_MIN = 8;

export interface Limit {
  /** Of the level, in an hour. */
  readonly share: number;
  /** So much in an hour is no growth, however low the level is. */
  readonly negligible: number;
}

export interface Judgement {
  /** The median of the windows. */
  readonly level: number;
  /** In an hour, as shares of the level; negative when it shrinks. */
  readonly growth: { readonly perHour: number; readonly low: number; readonly high: number };
  readonly verdict: Verdict;
}

/**
 * Whether a series stays within its limit. It grows when even the low end of the interval is above the limit, and is flat when the
 * high end is not: in between the run was too short, or the machine too noisy, to say.
 */
export function judge(
  series: Series,
  windows: Windows,
  { reduce, limit }: { reduce: Reduce; limit: Limit },
): Judgement {
  const points = reduced(series, windows, reduce);
  const level = points.length === 0 ? 0 : median(points.map(([, value]) => value));
  const slope = slopeOf(points);
  const most = Math.max(level * limit.share, limit.negligible);
  const verdict = verdictOf(slope, points.length, most);
  const share = (change: number) => (change === 0 ? 0 : change / level);
  return {
    level,
    growth: { perHour: share(slope.perHour), low: share(slope.low), high: share(slope.high) },
    verdict,
  };
}

/** Of what was read twice, at rest, when nothing is under way that would make it larger by chance. */
export function judgeChange(
  { before, after, hours }: { before: number; after: number; hours: number },
  { share, negligible }: Limit,
): Judgement {
  const perHour = (after - before) / hours;
  const growth = { perHour: perHour / before, low: perHour / before, high: perHour / before };
  return { level: after, growth, verdict: perHour <= Math.max(before * share, negligible) ? 'flat' : 'grows' };
}

function verdictOf({ low, high }: Slope, windows: number, most: number): Verdict {
  if (windows < WINDOWS_MIN) return 'too short';
  if (high <= most) return 'flat';
  return low > most ? 'grows' : 'too short';
}
