import { randomUUID } from 'node:crypto';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  clientOf,
  clients,
  connectClients,
  DEADLINE_MS,
  DRIVERS,
  listen,
  PARTITIONS,
  record,
  topic,
} from './kafka-drivers.ts';
import { describeGroups } from './kafka-groups.ts';

/** The contract of `kafka/client.ts`, tested with every driver against a real broker. */

const RECORD_BYTES_MAX = 1024 ** 2;

beforeAll(connectClients, DEADLINE_MS);

afterAll(async () => {
  await using admin = await clients.get('kafkajs')!.admin();
  await admin.deleteTopics([topic]);
}, DEADLINE_MS);

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
    'rejects what an earlier producer of the same name still sends, once a later one has sent',
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
    'lets a slow partition delay no other one',
    async () => {
      const mark = randomUUID();
      const paused = Promise.withResolvers<void>();
      let deals = 0;
      await using producer = await client().producer();
      await using reading = listen(client(), {
        mark,
        onMembership: () => (deals += 1),
        async apply({ records }) {
          if (records.some(({ value }) => value?.toString() === 'slow')) await paused.promise;
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
      paused.resolve();
      await eventually(() => expect(reading.values()).toEqual([...sent, 'after']));
      expect(deals).toBe(1);
    },
    DEADLINE_MS,
  );

  describeGroups({ client, other });
});

it.each(DRIVERS)(
  '%s gives an admin up soon when no broker responds',
  async (driver) => {
    const nowhere = await clientOf(driver, '127.0.0.1:1');
    await expect(nowhere.admin()).rejects.toMatchObject({ message: expect.stringContaining('127.0.0.1:1') });
  },
  DEADLINE_MS,
);
