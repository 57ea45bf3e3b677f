import { isNativeError } from 'node:util/types';
import {
  Admin,
  compatibilityPartitioner,
  ListOffsetTimestamps,
  type MessageToProduce,
  Producer,
  ProduceAcks,
  type SASLMechanismValue,
  stringSerializers,
} from '@platformatic/kafka';
import type { Log } from '../../telemetry/log.ts';
import {
  type KafkaAdmin,
  type KafkaClient,
  type OutgoingRecord,
  type RecordProducer,
  RecordRejected,
} from './client.ts';
import { type KafkaConfig, kafkaSecurity } from './config.ts';
import { CONNECTION_TIMEOUT_MS, REJECTIONS, REQUEST_TIMEOUT_MS } from './limits.ts';
import { type Connection, isCausedBy } from './platformatic-connection.ts';
import { consumeByPlatformatic } from './platformatic-consumer.ts';

const RETRIES = 10;
const ADMIN_RETRIES = 2;
const FIRST_RETRY_MS = 4;
const RETRY_DELAY_MAX_MS = 500;

/**
 * The broker rejects a transaction while it still ends the last one of the same name, which takes a few milliseconds, so
 * the first retry comes soon; together they last 2 s.
 */
const retryDelayMs = (attempt: number): number => Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), RETRY_DELAY_MAX_MS);

export function createPlatformaticClient(clientId: string, config: KafkaConfig, log: Log): KafkaClient {
  const { ssl, sasl } = kafkaSecurity(config);
  const connection: Connection = {
    clientId,
    bootstrapBrokers: config.KAFKA_BROKERS,
    connectTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    retries: RETRIES,
    retryDelay: (_client, _operation, attempt) => retryDelayMs(attempt),
    autocreateTopics: false,
    ...(ssl && { tls: ssl, tlsServerName: true }),
    ...(sasl && { sasl: { ...sasl, mechanism: sasl.mechanism.toUpperCase() as SASLMechanismValue } }),
  };
  return {
    fencedProducer: (name) => fencedProducer(connection, name),
    producer: async () => plainProducer(connection),
    consume: (options) => consumeByPlatformatic(connection, options, log),
    async admin() {
      const admin = new Admin({ ...connection, retries: ADMIN_RETRIES });
      try {
        await admin.metadata({ topics: [] });
      } catch (error) {
        await admin.close();
        throw rootOf(error);
      }
      return adminOf(admin);
    },
  };
}

type TextProducer = Producer<string, string, string, string>;

const newProducer = (connection: Connection, transactionalId?: string): TextProducer =>
  new Producer({
    ...connection,
    ...(transactionalId && { transactionalId }),
    idempotent: true,
    acks: ProduceAcks.ALL,
    // That of Java's client and of kafkajs: a key stays in its partition whichever driver writes it.
    partitioner: compatibilityPartitioner,
    serializers: stringSerializers,
  });

/** Requests the next epoch of a name, whatever the last one was; without it the library claims to be producer 0. */
const ANY_PRODUCER = { producerId: -1n, producerEpoch: -1 };

/** This library takes a name for a producer only in transactions, which fence as well, for two more requests a batch. */
async function fencedProducer(connection: Connection, name: string): Promise<RecordProducer> {
  const producer = newProducer(connection, name);
  let transaction = await producer.beginTransaction(ANY_PRODUCER);
  return {
    async send(records, { isCompressed = false } = {}) {
      await withRejections(async () => {
        if (transaction.completed) transaction = await producer.beginTransaction(ANY_PRODUCER);
        await transaction.send({ messages: records.map(messageOf), compression: isCompressed ? 'gzip' : 'none' });
        await transaction.commit();
      });
    },
    async [Symbol.asyncDispose]() {
      if (!transaction.completed) await transaction.abort().catch(() => undefined);
      await producer.close(true);
    },
  };
}

function plainProducer(connection: Connection): RecordProducer {
  const producer = newProducer(connection);
  return {
    async send(records, { isCompressed = false } = {}) {
      await withRejections(() =>
        producer.send({ messages: records.map(messageOf), compression: isCompressed ? 'gzip' : 'none' }),
      );
    },
    async [Symbol.asyncDispose]() {
      await producer.close(true);
    },
  };
}

const messageOf = ({
  topic,
  key,
  value,
  headers,
  partition,
}: OutgoingRecord): MessageToProduce<string, string, string, string> => ({
  topic,
  ...(key !== null && { key }),
  ...(value !== null && { value }),
  headers: { ...headers },
  ...(partition !== undefined && { partition }),
});

async function withRejections(send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (error) {
    const rejection = REJECTIONS.find((code) => isCausedBy(error, code));
    throw rejection ? new RecordRejected(rejection, error) : error;
  }
}

/** The library wraps what went wrong in what it tried. */
const rootOf = (error: unknown): unknown => {
  if (!isNativeError(error)) return error;
  const below = error instanceof AggregateError ? error.errors.at(-1) : error.cause;
  return isNativeError(below) ? rootOf(below) : error;
};

const adminOf = (admin: Admin): KafkaAdmin => {
  const partitionsOf = async (topic: string) => {
    const { topics } = await admin.metadata({ topics: [topic], forceUpdate: true });
    return [...(topics.get(topic)?.partitions ?? []).keys()];
  };
  const offsetsOf = async (topic: string, timestamp: bigint) => {
    const partitions = (await partitionsOf(topic)).map((partitionIndex) => ({ partitionIndex, timestamp }));
    const [listed] = await admin.listOffsets({ topics: [{ name: topic, partitions }] });
    return new Map((listed?.partitions ?? []).map(({ partitionIndex, offset }) => [partitionIndex, offset]));
  };
  return {
    listTopics: () => admin.listTopics(),
    async createTopics({ topics, partitions, replicas, configuration }) {
      const configs = Object.entries(configuration).map(([name, value]) => ({ name, value }));
      await admin.createTopics({ topics: [...topics], partitions, replicas, configs });
    },
    async deleteTopics(topics) {
      try {
        await admin.deleteTopics({ topics: [...topics] });
      } catch (error) {
        if (!isCausedBy(error, 'UNKNOWN_TOPIC_OR_PARTITION')) throw error;
      }
    },
    async endsOf(topic) {
      const [low, high] = await Promise.all([
        offsetsOf(topic, ListOffsetTimestamps.EARLIEST),
        offsetsOf(topic, ListOffsetTimestamps.LATEST),
      ]);
      return [...high].map(([partition, end]) => ({ partition, low: low.get(partition) ?? 0n, high: end }));
    },
    async committedBy(groupId, topics) {
      const wanted = topics.map(async (name) => ({ name, partitionIndexes: await partitionsOf(name) }));
      const groups = [{ groupId, topics: await Promise.all(wanted) }];
      const [group] = await admin.listConsumerGroupOffsets({ groups });
      return (group?.topics ?? []).flatMap(({ name: topic, partitions }) =>
        partitions
          .filter(({ committedOffset }) => committedOffset >= 0n)
          .map(({ partitionIndex: partition, committedOffset: offset }) => ({ topic, partition, offset })),
      );
    },
    listGroups: async () => [...(await admin.listGroups()).keys()],
    deleteGroup: (groupId) => admin.deleteGroups({ groups: [groupId] }),
    async [Symbol.asyncDispose]() {
      await admin.close();
    },
  };
};
