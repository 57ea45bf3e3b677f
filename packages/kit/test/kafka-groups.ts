import { randomUUID } from 'node:crypto';
import type { KafkaClient } from '../src/events/kafka/client.ts';
import { eventually } from '@estampa/testing/eventually';
import { expect, it } from 'vitest';
import { createTopic, DEADLINE_MS, listen, PARTITIONS, record } from './kafka-drivers.ts';

type Drivers = { client: () => KafkaClient; other: () => KafkaClient };

/** What a driver promises of consumer groups, and of the administration of them and of topics. */
export function describeGroups({ client, other }: Drivers): void {
  it(
    'shares partitions among members, and who was dealt others advances no more',
    async () => {
      const [groupId, mark] = [randomUUID(), randomUUID()];
      const paused = Promise.withResolvers<void>();
      await using producer = await client().producer();
      let advanced: boolean | undefined;
      await using first = listen(client(), {
        mark,
        groupId,
        async apply({ records, end, advance }) {
          if (!records.some(({ value }) => value?.toString() === 'held')) return;
          await paused.promise;
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
      paused.resolve();
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
      const paused = Promise.withResolvers<void>();
      const order: string[] = [];
      await using producer = await client().producer();
      const reading = listen(client(), {
        mark,
        async apply({ records }) {
          if (records.length === 0) return;
          await paused.promise;
          order.push('applied');
        },
      });
      await producer.send([record(mark, 'one')]);
      await eventually(() => expect(reading.values()).toEqual(['one']));
      const left = reading[Symbol.asyncDispose]().then(() => order.push('left'));
      paused.resolve();
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
      // Each broker learns of a topic shortly after it was made.
      await eventually(async () => expect(await admin.listTopics()).toContain(mine));
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
      await admin.deleteTopics([mine]);
    },
    DEADLINE_MS,
  );
}
