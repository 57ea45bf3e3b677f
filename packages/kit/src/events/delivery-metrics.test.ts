import { expect, it } from 'vitest';
import { stored, STALE_MS } from './delivery-metrics.ts';

it('reports the last value for a while when nothing new can be read, and none after that', async () => {
  let clock = 0;
  let measure = async () => 7;
  const read = stored(
    () => measure(),
    () => clock,
  );
  expect(await read()).toBe(7);

  measure = () => Promise.reject(new Error('Kafka is away'));
  clock = STALE_MS;
  expect(await read()).toBe(7);
  clock = STALE_MS + 1;
  expect(await read()).toBeNull();

  measure = async () => 9;
  clock += STALE_MS;
  expect(await read()).toBe(9);
});

it('queries once for scrapes within five seconds of each other, however many', async () => {
  let [clock, queries] = [0, 0];
  const read = stored(
    async () => (queries += 1),
    () => clock,
  );

  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  clock = 5_000;
  expect(await read()).toBe(1);
  clock = 5_001;
  expect(await read()).toBe(2);
  clock = 10_001;
  expect(await read()).toBe(2);
});

it('has nothing to report before the first response', async () => {
  expect(await stored(() => Promise.reject(new Error('the database is away')))()).toBeNull();
});
