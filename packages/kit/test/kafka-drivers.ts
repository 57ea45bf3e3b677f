import { randomUUID } from 'node:crypto';
import type {
  ConsumerOptions,
  IncomingRecord,
  KafkaClient,
  OutgoingRecord,
  RecordBatch,
} from '../src/events/kafka/client.ts';
import { kafkaConfig } from '../src/events/kafka/config.ts';
import { createKafka } from '../src/events/kafka/connect.ts';
import { createLog } from '../src/telemetry/log.ts';
import { currentTestRun } from '@estampa/testing/test-run';
import { z } from 'zod';

export const DRIVERS = ['kafkajs', 'platformatic'] as const;
export const PARTITIONS = 4;
export const DEADLINE_MS = 60_000;

export const topic = `contract-${randomUUID()}`;
export const clients = new Map<string, KafkaClient>();

export const clientOf = (driver: string, brokers: string): Promise<KafkaClient> =>
  createKafka(
    `contract-${driver}`,
    z.object(kafkaConfig).parse({ KAFKA_BROKERS: brokers, KAFKA_DRIVER: driver }),
    createLog('contract', 'silent'),
  );

/** A client of every driver, and the topic that their tests share. */
export async function connectClients(): Promise<void> {
  const { brokers } = currentTestRun().infrastructure.kafka;
  for (const driver of DRIVERS) clients.set(driver, await clientOf(driver, brokers));
  await createTopic(topic);
}

export const record = (key: string, value: string | null, more: Partial<OutgoingRecord> = {}): OutgoingRecord => ({
  topic,
  key,
  value,
  headers: {},
  ...more,
});
export async function createTopic(name: string, by = clients.get('kafkajs')!): Promise<void> {
  await using admin = await by.admin();
  const configuration = { 'cleanup.policy': 'compact' };
  await admin.createTopics({ topics: [name], partitions: PARTITIONS, replicas: 1, configuration });
}

type Listening = Partial<Omit<ConsumerOptions, 'apply'>> & {
  /** Records whose key does not contain it are another test's. */
  mark: string;
  apply?: (batch: RecordBatch) => Promise<void>;
};

/** A consumer that remembers what it was given. */
export function listen(client: KafkaClient, { mark, apply = async () => {}, ...options }: Listening) {
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
