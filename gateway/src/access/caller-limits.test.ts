import { describe, expect, it } from 'vitest';
import { CallerLimits } from './caller-limits.ts';

const WINDOW_MS = 60_000;
const MAX = 6;
const SOMEBODY = 'somebody';

/** Sends a request at each of these times; returns who had to wait, and for how long. */
function requesting(limits: CallerLimits, timestamps: readonly number[], caller = SOMEBODY): number[] {
  return timestamps.map((now) => limits.count(caller, now));
}

const limited = (callersMax = 100) => new CallerLimits({ max: MAX, windowMs: WINDOW_MS }, callersMax);
const times = (count: number, now: number) => Array.from({ length: count }, () => now);

describe('a caller', () => {
  it.each<[string, number[], number[]]>([
    ['may send as many requests as allowed at once', times(6, 0), [0, 0, 0, 0, 0, 0]],
    ['must then wait until one has slid out', times(7, 0), [0, 0, 0, 0, 0, 0, 70_000]],
    [
      'is not counted while rejected',
      [...times(6, 0), ...times(50, 1), 70_000],
      [...times(6, 0), ...times(50, 69_999), 0],
    ],
    [
      'may send one request after the time to retry',
      [...times(7, 0), 70_000, 70_000],
      [...times(6, 0), 70_000, 0, 10_000],
    ],
    ['gets half of it back after half a window', [...times(6, 0), ...times(4, 90_000)], [...times(9, 0), 10_000]],
    ['is in the next window at its very beginning', [0, 0, 0, 60_000, ...times(5, 119_999)], [...times(8, 0), 1]],
    ['is as new after two windows', [...times(6, 0), ...times(7, 120_000)], [...times(12, 0), 70_000]],
    ['may go on and on at a pace below it', Array.from({ length: 60 }, (_none, index) => index * 12_000), times(60, 0)],
  ])('%s', (_name, timestamps, waits) => {
    expect(requesting(limited(), timestamps).map(Math.round)).toEqual(waits);
  });

  it('is counted apart from all others', () => {
    const limits = limited();
    requesting(limits, times(6, 0));

    expect(requesting(limits, [0], 'another caller')).toEqual([0]);
    expect(requesting(limits, [0])).not.toEqual([0]);
  });

  it('stays counted however many others come, as long as it sends requests', () => {
    const limits = limited(10);
    requesting(limits, times(6, 0));
    const waits = Array.from({ length: 1_000 }, (_none, index) => {
      if (index % 10 === 0) return limits.count(SOMEBODY, 1);
      return limits.count(`stranger ${index}`, 1) && -1;
    });

    expect(waits.filter((wait) => wait > 0)).toHaveLength(100);
    expect(waits).not.toContain(-1);
  });

  it('is forgotten once twice as many callers as are remembered came after it', () => {
    const limits = limited(10);
    requesting(limits, times(6, 0));
    for (let index = 0; index < 20; index += 1) limits.count(`stranger ${index}`, 1);

    expect(limits.count(SOMEBODY, 1)).toBe(0);
  });
});
