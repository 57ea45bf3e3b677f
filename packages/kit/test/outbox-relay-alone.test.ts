import type { Topic } from '@estampa/kernel/topics';
import { newId } from '@estampa/kernel/ids';
import { eventually } from '@estampa/testing/eventually';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type KafkaAdmin,
  type KafkaClient,
  type OutgoingRecord,
  type PartitionEnds,
  RecordRejected,
} from '../src/events/kafka/client.ts';
import { appendEvent } from '../src/events/outbox.ts';
import { type RelayOptions, startOutboxRelay } from '../src/events/outbox-relay.ts';
import { TopicStarts, topicsOf } from '../src/events/topic-starts.ts';
import { withoutTls } from '../src/postgres/address.ts';
import { createLog } from '../src/telemetry/log.ts';
import { benchDatabase } from './bench.ts';

const log = createLog('kit-test', 'silent');
const OPTIONS = { topicPrefix: 'test.', service: 'kit-test', topics: ['orders.v1'] as const, log };

type Sent = { producer: string; topic: string; values: number[] };
let database: Awaited<ReturnType<typeof benchDatabase>>;
let sends: Sent[];
let producers: string[];
/** How Kafka takes records; throws what it does not. */
let take: (records: readonly OutgoingRecord[]) => unknown;
let ends: PartitionEnds[] | Error;

beforeAll(async () => {
  database = await benchDatabase();
});
afterAll(() => database?.[Symbol.asyncDispose]());
beforeEach(async () => {
  [sends, producers, take, ends] = [[], [], () => undefined, []];
  await query('truncate outbox, topic_start');
});

const query = (sql: string, values: unknown[] = []) => database.orm.em.fork().execute(sql, values);

/** Stands in for Kafka, so that it fails in ways that a broker does not show at will. */
const kafka = {
  async fencedProducer(name: string) {
    const producer = `${name} ${producers.push(name)}`;
    return {
      async send(records: readonly OutgoingRecord[]) {
        await take(records);
        const values = records.map(({ value }) => (JSON.parse(value!) as { version: number }).version);
        sends.push({ producer, topic: records[0]!.topic, values });
      },
      [Symbol.asyncDispose]: async () => Promise.reject(new Error('it is gone already')),
    };
  },
  admin: async () => {
    if (ends instanceof Error) throw ends;
    return { endsOf: async () => ends, [Symbol.asyncDispose]: async () => undefined } as unknown as KafkaAdmin;
  },
} as KafkaClient;

let running: AsyncDisposableStack;
beforeEach(() => void (running = new AsyncDisposableStack()));
afterEach(() => running.disposeAsync());
async function relay(more: Partial<RelayOptions> = {}) {
  const options = { ...OPTIONS, orm: database.orm, database: withoutTls(database.url), kafka, ...more };
  return running.use(await startOutboxRelay(options));
}

const publish = (...versions: number[]) =>
  database.orm.em.fork().transactional(async (tx) => {
    for (const version of versions) {
      const event = { type: 'changed', key: `order:${newId()}`, message: { version } };
      appendEvent(tx, 'orders.v1', { toJSON: (value: object) => value }, event);
    }
  });
const published = () => sends.flatMap(({ values }) => values);
const unsent = () => query('select event_id from outbox where sent_at is null and refused_at is null');
const reaches = (...versions: number[]) => eventually(() => expect(published()).toEqual(versions));

describe('the relay', () => {
  it('sends what is there, and then what comes, by one producer and once', async () => {
    await publish(1, 2);
    await relay();
    await reaches(1, 2);
    await publish(3);
    await reaches(1, 2, 3);
    await eventually(async () => expect(await unsent()).toEqual([]));

    expect(sends).toEqual([
      { producer: 'test.kit-test-outbox 1', topic: 'test.orders.v1', values: [1, 2] },
      { producer: 'test.kit-test-outbox 1', topic: 'test.orders.v1', values: [3] },
    ]);
  });

  it('sends again by another producer of that name, which fences the one that failed', async () => {
    let attempts = 0;
    take = () => {
      if ((attempts += 1) === 1) throw new Error('Kafka is away');
    };
    await publish(1);
    await relay();
    await reaches(1);

    expect(sends).toEqual([{ producer: 'test.kit-test-outbox 2', topic: 'test.orders.v1', values: [1] }]);
    expect(new Set(producers).size).toBe(1);
  });

  it('sets aside what Kafka rejects for good, and sends the rest one by one', async () => {
    take = (records) => {
      if (records.some(({ value }) => value!.includes('2'))) throw new RecordRejected('INVALID_RECORD', null);
    };
    await publish(1, 2, 3);
    await relay();
    await reaches(1, 3);
    await publish(4);
    await reaches(1, 3, 4);
    await eventually(async () => expect(await unsent()).toEqual([]));

    expect(sends.map(({ values }) => values)).toEqual([[1], [3], [4]]);
    expect(await query('select payload, refusal, sent_at from outbox where refused_at is not null')).toEqual([
      { payload: '{"version":2}', refusal: 'INVALID_RECORD', sent_at: null },
    ]);
  });

  it('replaces its producer now and then, so that Kafka does not forget the name', async () => {
    await relay({ producerAgeMs: 1 });
    for (const version of [1, 2, 3]) {
      await publish(version);
      await eventually(() => expect(published()).toContain(version));
    }

    expect(published()).toEqual([1, 2, 3]);
    expect(new Set(sends.map(({ producer }) => producer)).size).toBeGreaterThan(1);
  });

  it('goes on with another connection when it loses its own', async () => {
    await relay();
    await publish(1);
    await reaches(1);
    // An event whose mark is lost with the connection would be sent twice.
    await eventually(async () => expect(await unsent()).toEqual([]));
    await query(`select pg_terminate_backend(pid) from pg_stat_activity
                 where application_name = 'outbox-relay' and datname = current_database()`);
    await publish(2);
    await reaches(1, 2);

    expect(new Set(sends.map(({ producer }) => producer)).size).toBe(2);
  });

  it('is one of a service at a time; the next one begins when it ends', async () => {
    const first = await relay();
    await publish(1);
    await reaches(1);
    await relay({ topicPrefix: 'second.' });
    await publish(2);
    await reaches(1, 2);
    await first[Symbol.asyncDispose]();
    await publish(3);
    await reaches(1, 2, 3);

    expect(sends.map(({ topic }) => topic)).toEqual(['test.orders.v1', 'test.orders.v1', 'second.orders.v1']);
  });

  it('sends nothing once it has ended', async () => {
    const ended = await relay();
    await publish(1);
    await reaches(1);
    await ended[Symbol.asyncDispose]();
    await publish(2);

    expect(database.orm.relay.isHere).toBe(false);
    expect(published()).toEqual([1]);
    expect(await unsent()).toHaveLength(1);
  });
});

describe('the beginning of a topic', () => {
  let client: pg.Client;
  beforeEach(async () => {
    client = new pg.Client(database.url);
    await client.connect();
    await publish(1, 2);
    await query('update outbox set sent_at = now()');
    return () => client.end();
  });

  const begin = (...lows: bigint[]) => {
    ends = lows.map((low, partition) => ({ partition, low, high: 9n }));
  };
  const hasLost = async (topics: readonly Topic[] = OPTIONS.topics) => {
    await using starts = new TopicStarts(client, { ...OPTIONS, topics, kafka });
    return await starts.hasLost();
  };
  const stored = () => query('select partition, record from topic_start order by partition');

  it('is that of a complete topic: nothing is sent again', async () => {
    begin(0n, 0n);

    expect([await hasLost(), await unsent(), await stored()]).toEqual([false, [], []]);
  });

  it('is later than before in one partition: what was sent is sent again, once', async () => {
    begin(0n, 3n);
    expect(await hasLost()).toBe(true);
    expect(await unsent()).toHaveLength(2);
    expect(await stored()).toEqual([
      { partition: 0, record: '0' },
      { partition: 1, record: '3' },
    ]);

    await query('update outbox set sent_at = now()');
    expect([await hasLost(), await unsent()]).toEqual([false, []]);
    begin(0n, 4n);
    expect(await hasLost()).toBe(true);
  });

  it('is the first record again, as of a topic that is made anew: it is only stored', async () => {
    begin(3n);
    await hasLost();
    await query('update outbox set sent_at = now()');
    begin(0n);

    expect([await hasLost(), await unsent()]).toEqual([false, []]);
    expect(await stored()).toEqual([{ partition: 0, record: '0' }]);
  });

  it('concerns the events of that topic alone', async () => {
    begin(3n);

    expect(await hasLost(['catalog.v1'])).toBe(true);
    expect(await unsent()).toEqual([]);
  });

  it('is left for the next time while Kafka gives no response', async () => {
    ends = new Error('Kafka is away');

    expect([await hasLost(), await unsent(), await stored()]).toEqual([false, [], []]);
  });

  it('is not asked for again within seconds', async () => {
    begin(0n);
    await using starts = new TopicStarts(client, { ...OPTIONS, kafka });
    await starts.hasLost();
    begin(3n);

    expect(await starts.hasLost()).toBe(false);
  });
});

it('a service checks the topics that it writes', () => {
  expect(topicsOf('catalog')).toEqual(['catalog.v1']);
});
