import type { Topic } from '@estampa/kernel/topics';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { TopicStarts, topicsOf } from '../src/events/topic-starts.ts';
import { openRelayStage, type RelayStage } from './relay-stage.ts';

const CHECK_EVERY_MS = 5_000;

let stage: RelayStage;
let client: pg.Client;
let error: ReturnType<typeof vi.spyOn>;
beforeAll(async () => {
  stage = await openRelayStage();
  client = new pg.Client(stage.url);
  await client.connect();
  error = vi.spyOn(stage.options.log, 'error');
});
afterAll(async () => {
  await client?.end();
  await stage?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await stage.clear();
  error.mockClear();
  await stage.publish(1, 2);
  await sent();
});
afterEach(() => void vi.useRealTimers());

const sent = () => stage.query('update outbox set sent_at = now()');
const begin = (...lows: bigint[]) => {
  stage.ends = lows.map((low, partition) => ({ partition, low, high: 9n }));
};
const startsOf = (topics: readonly Topic[] = stage.options.topics) =>
  new TopicStarts(client, { ...stage.options, topics, kafka: stage.kafka, whileAlone: (body) => body() });
const hasLost = async (topics?: readonly Topic[]) => {
  await using starts = startsOf(topics);
  return await starts.hasLost();
};
const stored = () => stage.query('select topic, partition, record from topic_start order by topic, partition');
const nextCheck = (starts: TopicStarts) => {
  vi.advanceTimersByTime(CHECK_EVERY_MS);
  return starts.hasLost();
};

describe('the beginning of a topic', () => {
  it('is that of a complete topic: nothing is sent again', async () => {
    begin(0n, 0n);

    expect([await hasLost(), await stage.unsent(), await stored()]).toEqual([false, [], []]);
    expect(stage.admins).toEqual({ opened: 1, closed: 1 });
  });

  it('is later than before in one partition: what was sent is sent again, once', async () => {
    begin(0n, 3n);
    expect(await hasLost()).toBe(true);
    expect(await stage.unsent()).toHaveLength(2);
    expect(await stored()).toEqual([
      { topic: 'orders.v1', partition: 0, record: '0' },
      { topic: 'orders.v1', partition: 1, record: '3' },
    ]);
    expect(error.mock.calls).toEqual([[{ topic: 'orders.v1', events: 2 }, expect.stringContaining('sending again')]]);

    await sent();
    expect([await hasLost(), await stage.unsent()]).toEqual([false, []]);
    begin(0n, 4n);
    expect(await hasLost()).toBe(true);
  });

  it('is the first record again, as of a topic that is made anew: it is only stored', async () => {
    begin(3n);
    await hasLost();
    await sent();
    error.mockClear();
    begin(0n);

    expect([await hasLost(), await stage.unsent(), error.mock.calls]).toEqual([false, [], []]);
    expect(await stored()).toEqual([{ topic: 'orders.v1', partition: 0, record: '0' }]);
  });

  it('is earlier in one partition and later in another: what was sent is sent again', async () => {
    begin(3n, 0n);
    await hasLost();
    await sent();
    begin(0n, 3n);

    expect([await hasLost(), (await stage.unsent()).length]).toEqual([true, 2]);
  });

  it('concerns the events of that topic alone', async () => {
    begin(3n);

    expect(await hasLost(['catalog.v1'])).toBe(true);
    expect(await stage.unsent()).toEqual([]);
    expect(error.mock.calls[0]).toEqual([{ topic: 'catalog.v1', events: 0 }, expect.any(String)]);
  });

  it('is that of each topic: one that has lost nothing does not hide another', async () => {
    begin(3n);
    await hasLost(['catalog.v1']);

    expect([await hasLost(['catalog.v1', 'orders.v1']), (await stage.unsent()).length]).toEqual([true, 2]);
  });
});

describe('a check of where topics begin', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));

  it('comes every five seconds, by one connection to Kafka', async () => {
    begin(0n);
    await using starts = startsOf();
    await starts.hasLost();
    begin(3n);
    vi.advanceTimersByTime(CHECK_EVERY_MS - 1);
    expect(await starts.hasLost()).toBe(false);
    vi.advanceTimersByTime(1);

    expect(await starts.hasLost()).toBe(true);
    await sent();
    expect(await nextCheck(starts)).toBe(false);
    begin(4n);
    expect(await nextCheck(starts)).toBe(true);
    expect(stage.admins).toEqual({ opened: 1, closed: 0 });
  });

  it('is left for the next time while Kafka gives no response, which has a connection of its own', async () => {
    await using starts = startsOf();
    stage.ends = new Error('Kafka is away');
    expect([await starts.hasLost(), await stage.unsent(), await stored()]).toEqual([false, [], []]);
    expect(stage.admins).toEqual({ opened: 1, closed: 1 });
    begin(3n);

    expect(await nextCheck(starts)).toBe(true);
    expect(stage.admins).toEqual({ opened: 2, closed: 1 });
  });
});

it('a service checks the topics that it writes', () => {
  expect(topicsOf('catalog')).toEqual(['catalog.v1']);
});
