import { randomNumbers } from '@estampa/stack/random';
import { describe, expect, it } from 'vitest';
import { percentile } from '../../load/statistics.ts';
import { judge, type Verdict, WINDOWS_MIN } from './judge.ts';
import { highest, lowest, mostWithin, reduced, type Series, windowsOf } from './series.ts';
import { slopeOf } from './slope.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const SAMPLED_EVERY = 5 * SECOND;
const [WARM, END] = [10 * MINUTE, 30 * MINUTE];
const MEMORY = { share: 0.01, negligible: 0 };

/** From the beginning to the end of a run. */
const sampled = (valueAt: (atMs: number, noise: number) => number, endMs = END): Series => {
  const random = randomNumbers(7);
  return Array.from({ length: endMs / SAMPLED_EVERY }, (_, index) => {
    const atMs = index * SAMPLED_EVERY;
    return [atMs, valueAt(atMs, random() + random() - 1)];
  });
};

/** Grows by `leakPerHour` of 100 beneath a heap that fills within `periodMs` and is collected. */
const sawtooth = (leakPerHour: number, periodMs: number, height: number) =>
  sampled((atMs) => 100 + (leakPerHour * atMs) / HOUR + ((atMs % periodMs) / periodMs) * height);

describe('memory', () => {
  it.each<[what: string, series: Series, verdict: Verdict]>([
    ['constant', sampled(() => 100), 'flat'],
    ['shrinking', sampled((atMs) => 100 - atMs / MINUTE), 'flat'],
    ['noise of a tenth of a percent', sampled((_atMs, noise) => 100 + noise / 10), 'flat'],
    ['growth of half a percent an hour', sampled((atMs) => 100 + (0.5 * atMs) / HOUR), 'flat'],
    ['growth of two percent an hour', sampled((atMs) => 100 + (2 * atMs) / HOUR), 'grows'],
    ['a leak under noise', sampled((atMs, noise) => 100 + (20 * atMs) / HOUR + noise), 'grows'],
    ['growth that ended with the warm-up', sampled((atMs) => 100 + Math.min(atMs, WARM) / MINUTE), 'flat'],
    ['steps that go on', sampled((atMs) => 100 + Math.floor(atMs / (4 * MINUTE))), 'grows'],
    ['one outlier', sampled((atMs) => (atMs === 20 * MINUTE ? 900 : 100)), 'flat'],
    ['collections each 20 s', sawtooth(0, 20 * SECOND, 60), 'flat'],
    ['collections each 45 s', sawtooth(0, 45 * SECOND, 60), 'flat'],
    ['a leak under collections each 20 s', sawtooth(10, 20 * SECOND, 60), 'grows'],
    ['a leak under collections each 45 s', sawtooth(10, 45 * SECOND, 60), 'grows'],
    [
      'waves of minutes, which may be the beginning of a leak',
      sampled((atMs) => 100 + Math.sin(atMs / MINUTE)),
      'too short',
    ],
  ])('%s', (_what, series, verdict) => {
    expect(judge(series, windowsOf(WARM, END), { reduce: lowest, limit: MEMORY }).verdict).toBe(verdict);
  });

  it('cannot be judged by fewer windows than the least', () => {
    const leak = sampled((atMs) => 100 + atMs / MINUTE);
    const verdictOf = (windows: number) =>
      judge(leak, windowsOf(WARM, WARM + windows * 30 * SECOND), { reduce: lowest, limit: MEMORY }).verdict;

    expect(verdictOf(0)).toBe('too short');
    expect(verdictOf(WINDOWS_MIN - 1)).toBe('too short');
    expect(verdictOf(WINDOWS_MIN)).toBe('grows');
  });

  it('is reported as a share of its level in an hour', () => {
    const { level, growth } = judge(
      sampled((atMs) => 200 + (20 * atMs) / HOUR),
      windowsOf(0, HOUR / 2),
      { reduce: lowest, limit: MEMORY },
    );

    expect(level).toBeCloseTo(205, 0);
    expect(growth.perHour).toBeCloseTo(0.0976, 3);
    expect(growth.low).toBeLessThanOrEqual(growth.perHour);
    expect(growth.high).toBeGreaterThanOrEqual(growth.perHour);
  });
});

describe('a table', () => {
  const TABLE = { share: 0.1, negligible: 100 };
  /** Rows come evenly, and those older than their retention are deleted now and then. */
  const rows = (retentionMs: number, pruneEveryMs: number) =>
    sampled((atMs) => atMs - Math.max(0, Math.floor(atMs / pruneEveryMs) * pruneEveryMs - retentionMs));

  it.each<[what: string, series: Series, verdict: Verdict]>([
    ['pruned', rows(2 * MINUTE, 20 * SECOND), 'flat'],
    ['never pruned', sampled((atMs) => atMs), 'grows'],
    ['empty', sampled(() => 0), 'flat'],
    ['a row a minute', sampled((atMs) => atMs / MINUTE), 'flat'],
    ['two rows a minute', sampled((atMs) => (2 * atMs) / MINUTE), 'grows'],
  ])('%s', (_what, series, verdict) => {
    expect(judge(series, windowsOf(WARM, END), { reduce: highest, limit: TABLE }).verdict).toBe(verdict);
  });
});

describe('a 99th percentile', () => {
  const p99 = (values: readonly number[]) =>
    percentile(
      values.toSorted((one, other) => one - other),
      0.99,
    );
  const LATENCY = { share: 0.1, negligible: 1 };

  it.each<[what: string, series: Series, verdict: Verdict]>([
    ['the same all the time', sampled((_atMs, noise) => 20 + noise), 'flat'],
    ['twice as long after an hour', sampled((atMs, noise) => 20 + noise + (20 * atMs) / HOUR), 'grows'],
  ])('%s', (_what, series, verdict) => {
    expect(judge(series, windowsOf(WARM, END), { reduce: p99, limit: LATENCY }).verdict).toBe(verdict);
  });
});

describe('windows', () => {
  it.each([
    [0, 0],
    [29_999, 0],
    [30_000, 1],
    [24 * 30_000, 24],
    [HOUR, 24],
  ])('of %i ms: %i', (lengthMs, count) => {
    expect(windowsOf(WARM, WARM + lengthMs).count).toBe(count);
  });

  it('have one point each where there was anything', () => {
    const series: Series = [
      [-1, 9],
      [0, 1],
      [29_999, 2],
      [60_000, 3],
      [90_000, 9],
    ];

    expect(reduced(series, windowsOf(0, 90_000), highest)).toEqual([
      [15_000, 2],
      [75_000, 3],
    ]);
  });
});

it('a slope has no bounds without at least four points', () => {
  const line = (count: number): Series => Array.from({ length: count }, (_, index) => [index * HOUR, 2 * index]);
  const two = expect.closeTo(2);

  expect(slopeOf(line(0))).toEqual({ perHour: 0, low: -Infinity, high: Infinity });
  expect(slopeOf(line(3))).toEqual({ perHour: two, low: -Infinity, high: Infinity });
  expect(slopeOf(line(4))).toEqual({ perHour: two, low: two, high: two });
});

it('a count has grown by so much within any such time, at most', () => {
  const count: Series = [
    [0, 5],
    [10, 6],
    [20, 9],
    [30, 9],
    [40, 10],
  ];

  expect([10, 15, 20, 100].map((ms) => mostWithin(count, ms))).toEqual([3, 4, 4, 5]);
});
