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
