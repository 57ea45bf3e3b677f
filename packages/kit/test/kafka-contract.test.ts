import { randomUUID } from 'node:crypto';
import type {
  ConsumerOptions,
  IncomingRecord,
  KafkaClient,
  OutgoingRecord,
  RecordBatch,
} from '@estampa/kit/kafka/client';
import { kafkaConfig } from '@estampa/kit/kafka/config';
import { createKafka } from '@estampa/kit/kafka/connect';
import { createLog } from '@estampa/kit/log';
import { eventually } from '@estampa/testing/eventually';
import { currentTestRun } from '@estampa/testing/test-run';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';

/* What is written in `kafka/client.ts`, held by every driver against a real broker. */

const DRIVERS = ['kafkajs', 'platformatic'] as const;
const PARTITIONS = 4;
const DEADLINE_MS = 60_000;
const RECORD_BYTES_MAX = 1024 ** 2;

const topic = `contract-${randomUUID()}`;
const clients = new Map<string, KafkaClient>();

beforeAll(async () => {
  const { brokers } = currentTestRun().infrastructure.kafka;
  for (const driver of DRIVERS) {
    const config = z.object(kafkaConfig).parse({ KAFKA_BROKERS: brokers, KAFKA_DRIVER: driver });
    clients.set(driver, await createKafka(`contract-${driver}`, config, createLog('contract', 'silent')));
  }
  await createTopic(topic);
}, DEADLINE_MS);

afterAll(async () => {
  await using admin = await clients.get('kafkajs')!.admin();
  await admin.deleteTopics([topic]);
}, DEADLINE_MS);

const record = (key: string, value: string | null, more: Partial<OutgoingRecord> = {}): OutgoingRecord => ({
  topic,
  key,
  value,
  headers: {},
  ...more,
});

describe.each(DRIVERS)('%s', (driver) => {
  const client = () => clients.get(driver)!;
  const other = () => clients.get(DRIVERS.find((name) => name !== driver)!)!;

  it(
    'sends keys, values, headers and deletions, compressed or not, each key in order',
    async () => {
      const mark = randomUUID();
      await using producer = await client().producer();
      await using reading = listen(client(), { mark });
      const headers = { 'event-id': mark, 'event-type': 'changed' };
      await producer.send([record(mark, 'one', { headers }), record(mark, 'two ção', { headers })]);
      await producer.send([record(mark, 'x'.repeat(50_000), { headers }), record(mark, null)], { isCompressed: true });

      await eventually(() => expect(reading.values()).toEqual(['one', 'two ção', 'x'.repeat(50_000), null]));
      expect(String(reading.records[1]!.headers['event-id'])).toBe(mark);
      expect(String(reading.records[0]!.key)).toBe(mark);
      const offsets = reading.records.map(({ offset }) => offset);
      expect(offsets).toEqual(offsets.toSorted((a, b) => (a < b ? -1 : 1)));
    },
    DEADLINE_MS,
  );

  it(
    'puts a key where the other driver puts it',
    async () => {
      const mark = randomUUID();
      const keys = Array.from({ length: 40 }, (_, number) => `order:${number}:${mark}`);
      await using producer = await client().producer();
      await using otherProducer = await other().producer();
      await using reading = listen(client(), { mark });
      await producer.send(keys.map((key) => record(key, 'ours')));
      await otherProducer.send(keys.map((key) => record(key, 'theirs')));

      await eventually(() => expect(reading.records).toHaveLength(2 * keys.length));
      for (const key of keys) expect(reading.partitionsOf(key).size).toBe(1);
      const used = new Set(keys.flatMap((key) => [...reading.partitionsOf(key)]));
      expect(used.size).toBe(PARTITIONS);
    },
    DEADLINE_MS,
  );

  it(
    'refuses what an earlier producer of the same name still sends, once a later one has sent',
    async () => {
      const [name, mark] = [`fenced-${randomUUID()}`, randomUUID()];
      await using reading = listen(client(), { mark });
      await using early = await client().fencedProducer(name);
      await early.send([record(mark, 'early')]);
      await using late = await client().fencedProducer(name);
      await late.send([record(mark, 'late')]);

      await expect(early.send([record(mark, 'too late')])).rejects.toMatchObject({ message: expect.any(String) });
      await late.send([record(mark, 'later')]);
      await eventually(() => expect(reading.values()).toEqual(['early', 'late', 'later']));
    },
    DEADLINE_MS,
  );

  it(
    'names what Kafka will never take, and a new producer of that name goes on',
    async () => {
      const [name, mark] = [`fenced-${randomUUID()}`, randomUUID()];
      await using reading = listen(client(), { mark });
      {
        await using producer = await client().fencedProducer(name);
        const tooLarge = record(mark, randomUUID().repeat((2 * RECORD_BYTES_MAX) / 36));
        await expect(producer.send([tooLarge])).rejects.toMatchObject({ code: 'MESSAGE_TOO_LARGE' });
      }
      await using next = await client().fencedProducer(name);
      await next.send([record(mark, 'fits')]);
      await eventually(() => expect(reading.values()).toEqual(['fits']));
    },
    DEADLINE_MS,
  );

  it(
    'goes on where the group had committed, and an admin sees that',
    async () => {
      const [groupId, mark] = [randomUUID(), randomUUID()];
      await using producer = await client().producer();
      await producer.send([record(mark, 'one'), record(mark, 'two')]);
      {
        await using first = listen(client(), { mark, groupId });
        await eventually(() => expect(first.values()).toEqual(['one', 'two']));
        await first.consumer.commit(first.positions());
      }
      await producer.send([record(mark, 'three')]);
      await using second = listen(client(), { mark, groupId });
      await eventually(() => expect(second.values()).toEqual(['three']));
      await second.consumer.commit(second.positions());

      await using admin = await client().admin();
      const { partition } = second.batches[0]!;
      const committed = await admin.committedBy(groupId, [topic]);
      const ends = await admin.endsOf(topic);
      const mine = <T extends { partition: number }>(all: readonly T[]) =>
        all.find((one) => one.partition === partition);
      expect(mine(committed)?.offset).toBe(second.records.at(-1)!.offset + 1n);
      expect(mine(ends)!.high).toBeGreaterThanOrEqual(mine(committed)!.offset);
      expect(mine(ends)!.low).toBe(0n);
    },
    DEADLINE_MS,
  );

  it(
    'gives what was not advanced over again after a failure',
    async () => {
      const mark = randomUUID();
      let failures = 0;
      await using producer = await client().producer();
      await producer.send([record(mark, 'one'), record(mark, 'two'), record(mark, 'three')]);
      await using reading = listen(client(), {
        mark,
        async apply({ records, advance }) {
          const two = records.find(({ value }) => value?.toString() === 'two');
          if (!two || failures > 0) return;
          failures += 1;
          advance(two.offset);
          throw new Error('no');
        },
      });

      await eventually(() => expect(reading.values()).toEqual(['one', 'two', 'three', 'two', 'three']), {
        deadlineMs: DEADLINE_MS,
      });
    },
    DEADLINE_MS,
  );

  it(
    'lets a slow partition hold up no other one',
    async () => {
      const mark = randomUUID();
      const held = Promise.withResolvers<void>();
      let deals = 0;
      await using producer = await client().producer();
      await using reading = listen(client(), {
        mark,
        onMembership: () => (deals += 1),
        async apply({ records }) {
          if (records.some(({ value }) => value?.toString() === 'slow')) await held.promise;
        },
      });
      await eventually(() => expect(deals).toBe(1));
      await producer.send([record(mark, 'slow', { partition: 0 })]);
      await eventually(() => expect(reading.values()).toEqual(['slow']));
      const sent = ['slow'];
      for (const partition of [1, 2, 3, 1, 2, 3]) {
        sent.push(`fast ${sent.length}`);
        await producer.send([record(mark, sent.at(-1)!, { partition })]);
        await eventually(() => expect(reading.values()).toEqual(sent));
      }
      await producer.send([record(mark, 'after', { partition: 0 })]);
      held.resolve();
      await eventually(() => expect(reading.values()).toEqual([...sent, 'after']));
      expect(deals).toBe(1);
    },
    DEADLINE_MS,
  );

  it(
    'shares partitions among members, and who was dealt others advances no more',
    async () => {
      const [groupId, mark] = [randomUUID(), randomUUID()];
      const held = Promise.withResolvers<void>();
      await using producer = await client().producer();
      let advanced: boolean | undefined;
      await using first = listen(client(), {
        mark,
        groupId,
        async apply({ records, end, advance }) {
          if (!records.some(({ value }) => value?.toString() === 'held')) return;
          await held.promise;
          // What was not advanced over comes again.
          advanced ??= advance(end);
        },
      });
      await eventually(() => expect(first.deals()).toBe(1));
      await producer.send([record(mark, 'held', { partition: 0 })]);
      await eventually(() => expect(first.values()).toEqual(['held']));
      const deals = first.deals();
      await using second = listen(client(), { mark, groupId });
      await eventually(() => expect(second.deals()).toBeGreaterThan(0), { deadlineMs: DEADLINE_MS });
      await eventually(() => expect(first.deals()).toBeGreaterThan(deals), { deadlineMs: DEADLINE_MS });
      held.resolve();
      await eventually(() => expect(advanced).toBe(false));

      const everywhere = [0, 1, 2, 3].map((partition) => record(mark, `to ${partition}`, { partition }));
      await producer.send(everywhere);
      await eventually(() => {
        const all = new Set([...first.values(), ...second.values()]);
        for (const { value } of everywhere) expect(all).toContain(value);
        expect(second.values().length).toBeGreaterThan(0);
        expect(first.values().length).toBeGreaterThan(1);
      });
    },
    DEADLINE_MS,
  );

  it(
    'waits for what is being applied when it is left',
    async () => {
      const mark = randomUUID();
      const held = Promise.withResolvers<void>();
      const order: string[] = [];
      await using producer = await client().producer();
      const reading = listen(client(), {
        mark,
        async apply({ records }) {
          if (records.length === 0) return;
          await held.promise;
          order.push('applied');
        },
      });
      await producer.send([record(mark, 'one')]);
      await eventually(() => expect(reading.values()).toEqual(['one']));
      const left = reading[Symbol.asyncDispose]().then(() => order.push('left'));
      held.resolve();
      await left;
      expect(order).toEqual(['applied', 'left']);
    },
    DEADLINE_MS,
  );

  it(
    'says so when its group will never let it in',
    async () => {
      const [groupId, mark] = [randomUUID(), randomUUID()];
      // The other driver names its way of dealing partitions otherwise, so one group cannot have both.
      await using member = listen(other(), { mark, groupId });
      await eventually(() => expect(member.deals()).toBe(1));
      const failed = Promise.withResolvers<Error>();
      await using resources = new AsyncDisposableStack();
      resources.use(listen(client(), { mark, groupId, onFailure: failed.resolve }));
      expect((await failed.promise).message).toMatch(/protocol|failed/i);
    },
    DEADLINE_MS,
  );

  it(
    'makes, lists and deletes topics and groups',
    async () => {
      const [mine, groupId, mark] = [`contract-${randomUUID()}`, randomUUID(), randomUUID()];
      await createTopic(mine, client());
      await using admin = await client().admin();
      expect(await admin.listTopics()).toContain(mine);
      await eventually(async () => expect(await admin.endsOf(mine)).toHaveLength(PARTITIONS));
      {
        await using reading = listen(client(), { mark, groupId });
        await eventually(() => expect(reading.deals()).toBe(1));
        expect(await admin.listGroups()).toContain(groupId);
      }
      await eventually(() => admin.deleteGroup(groupId));
      expect(await admin.listGroups()).not.toContain(groupId);
      await admin.deleteTopics([mine]);
      await eventually(async () => expect(await admin.listTopics()).not.toContain(mine));
    },
    DEADLINE_MS,
  );
});

it.each(DRIVERS)(
  '%s gives an admin up soon when no broker answers',
  async (driver) => {
    const config = z.object(kafkaConfig).parse({ KAFKA_BROKERS: '127.0.0.1:1', KAFKA_DRIVER: driver });
    const nowhere = await createKafka('contract', config, createLog('contract', 'silent'));
    await expect(nowhere.admin()).rejects.toMatchObject({ message: expect.stringContaining('127.0.0.1:1') });
  },
  DEADLINE_MS,
);

async function createTopic(name: string, by = clients.get('kafkajs')!): Promise<void> {
  await using admin = await by.admin();
  const configuration = { 'cleanup.policy': 'compact' };
  await admin.createTopics({ topics: [name], partitions: PARTITIONS, replicas: 1, configuration });
}

type Listening = Partial<Omit<ConsumerOptions, 'apply'>> & {
  /** Records whose key does not hold it are another test's. */
  mark: string;
  apply?: (batch: RecordBatch) => Promise<void>;
};

function listen(client: KafkaClient, { mark, apply = async () => {}, ...options }: Listening) {
  const records: (IncomingRecord & { partition: number })[] = [];
  const batches: RecordBatch[] = [];
  const reached = new Map<number, bigint>();
  let deals = 0;
  const consumer = client.consume({
    groupId: randomUUID(),
    topics: [topic],
    maxWaitMs: 50,
    sessionTimeoutMs: 6_000,
    heartbeatMs: 500,
    partitionsAtOnce: PARTITIONS,
    onFailure: () => {},
    ...options,
    onMembership(isMember) {
      if (isMember) deals += 1;
      options.onMembership?.(isMember);
    },
    async apply(batch) {
      const mine = batch.records.filter(({ key }) => key?.includes(mark));
      if (mine.length > 0) batches.push(batch);
      records.push(...mine.map((one) => ({ ...one, partition: batch.partition })));
      await apply({ ...batch, records: mine });
      batch.advance(batch.end);
    },
    onProgress: ({ partition, offset }) => reached.set(partition, offset),
  });
  return {
    consumer,
    records,
    batches,
    deals: () => deals,
    values: () => records.map(({ value }) => value?.toString() ?? null),
    positions: () => [...reached].map(([partition, offset]) => ({ topic, partition, offset })),
    partitionsOf: (key: string) =>
      new Set(records.filter((one) => one.key?.toString() === key).map(({ partition }) => partition)),
    [Symbol.asyncDispose]: () => consumer[Symbol.asyncDispose](),
  };
}
