import { expect, it } from 'vitest';
import { Points, Timings } from './timings.ts';

it('points stay as they came, however many there are', () => {
  const points = new Points();
  const all = Array.from({ length: 5_000 }, (_, index) => [index, index / 3] as const);
  for (const [atMs, tookMs] of all) points.add(atMs, tookMs);

  expect(points.length).toBe(5_000);
  expect(points.from()).toEqual(all);
  expect(points.from(4_998)).toEqual(all.slice(4_998));
  expect(points.from(5_000)).toEqual([]);
});

it('times are given by kind, failures without one', async () => {
  const timings = new Timings();
  await timings.timed('page', async () => undefined, timings.now() - 100);
  await expect(timings.timed('page', () => Promise.reject(new Error('responded 500')))).rejects.toThrow('500');

  const { points, errors, firstError } = timings.all().get('page')!;
  expect(points).toHaveLength(1);
  expect(points[0]![1]).toBeGreaterThanOrEqual(100);
  expect([errors, firstError]).toEqual([1, 'responded 500']);
});
