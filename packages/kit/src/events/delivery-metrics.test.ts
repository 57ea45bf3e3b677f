import { register } from 'prom-client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { measureDelivery, stored, STALE_MS } from './delivery-metrics.ts';
import type { KafkaAdmin } from './kafka/client.ts';

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

describe('what waits is measured', () => {
  const NAMES = [
    'outbox_unsent_events',
    'outbox_oldest_unsent_seconds',
    'outbox_refused_events',
    'inbox_unfinished_events',
    'dead_letters',
    'kafka_consumer_lag_events',
  ];
  afterEach(() => NAMES.forEach((name) => register.removeSingleMetric(name)));

  const STANDING = {
    unsent: 1,
    oldest_unsent_seconds: 2.5,
    rejected: 3,
    unfinished: 4,
    deadLettered: { 'orders.v1': 5 },
  };
  const partition = (number: number, low: bigint, high: bigint) => ({ partition: number, low, high });
  let requested: unknown[];
  let disposed: number;

  function measureOf(topics: readonly string[], execute: () => Promise<unknown[]> = async () => [STANDING]) {
    [requested, disposed] = [[], 0];
    const admin: Partial<KafkaAdmin> = {
      async committedBy(...group) {
        requested.push(group);
        return [
          { topic: 'test.orders.v1', partition: 0, offset: 7n },
          // Deleted meanwhile, with all before it.
          { topic: 'test.orders.v1', partition: 1, offset: 2n },
          { topic: 'test.catalog.v1', partition: 0, offset: 1n },
        ];
      },
      endsOf: async (topic) =>
        topic === 'test.orders.v1'
          ? [partition(0, 0n, 10n), partition(1, 4n, 6n), partition(2, 3n, 8n)]
          : [partition(0, 0n, 1n)],
      [Symbol.asyncDispose]: async () => void (disposed += 1),
    };
    return measureDelivery({
      orm: { em: { fork: () => ({ execute }) } },
      kafka: { admin: async () => admin },
      topicPrefix: 'test.',
      service: 'storefront',
      consumers: topics.map((topic) => ({ topic, on: {} })),
    } as never);
  }
  async function values(name: string) {
    const metric = await register.getSingleMetric(name)?.get();
    return metric?.values.map(({ labels, value }) => [...Object.values(labels), value]);
  }

  it('for the outbox, the inbox and each topic', async () => {
    measureOf(['orders.v1', 'catalog.v1']);

    expect(await Promise.all(NAMES.slice(0, 4).map(values))).toEqual([[[1]], [[2.5]], [[3]], [[4]]]);
    expect(await values('dead_letters')).toEqual([
      ['orders.v1', 5],
      ['catalog.v1', 0],
    ]);
  });

  it('as what the group has not applied of what Kafka still has', async () => {
    const measured = measureOf(['orders.v1', 'catalog.v1']);

    expect(await values('kafka_consumer_lag_events')).toEqual([
      ['orders.v1', 3 + 2 + 5],
      ['catalog.v1', 0],
    ]);
    expect(requested).toEqual([['test.storefront', ['test.orders.v1', 'test.catalog.v1']]]);
    expect(disposed).toBe(0);
    await measured[Symbol.asyncDispose]();
    expect(disposed).toBe(1);
    // One that was never asked has nothing to end.
    for (const name of NAMES) register.removeSingleMetric(name);
    await measureOf(['orders.v1'])[Symbol.asyncDispose]();
    expect(disposed).toBe(0);
  });

  it('without topics for a service that consumes nothing', async () => {
    measureOf([]);

    expect(await values('dead_letters')).toEqual([]);
    expect(await values('kafka_consumer_lag_events')).toBeUndefined();
  });

  it('and no longer reported when nothing has been known for a while', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    let isAway = false;
    measureOf(['orders.v1'], async () => (isAway ? Promise.reject(new Error('the database is away')) : [STANDING]));
    const standing = () => Promise.all(NAMES.slice(0, 5).map(values));
    vi.advanceTimersByTime(STALE_MS);
    expect(await standing()).toEqual([[[1]], [[2.5]], [[3]], [[4]], [['orders.v1', 5]]]);
    isAway = true;
    vi.advanceTimersByTime(STALE_MS + 1);

    expect(await standing()).toEqual([[], [], [], [], []]);
    vi.useRealTimers();
  });

  it('and not reported while it is not known', async () => {
    measureOf(['orders.v1'], () => Promise.reject(new Error('the database is away')));

    expect(await Promise.all(NAMES.slice(0, 5).map(values))).toEqual([[], [], [], [], []]);
  });
});
