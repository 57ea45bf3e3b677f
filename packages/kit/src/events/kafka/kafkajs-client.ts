import { connect as connectTcp, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import {
  type Admin,
  CompressionTypes,
  type ISocketFactory,
  Kafka,
  type KafkaConfig as KafkajsConfig,
  logLevel,
  type Message,
  type Producer,
} from 'kafkajs';
import type { Log } from '../../telemetry/log.ts';
import {
  type KafkaAdmin,
  type KafkaClient,
  type OutgoingRecord,
  type RecordProducer,
  RecordRejected,
} from './client.ts';
import { type KafkaConfig, kafkaSecurity } from './config.ts';
import { consumeByKafkajs } from './kafkajs-consumer.ts';
import { fencedAs } from './kafkajs-patches.ts';
import { CONNECTION_TIMEOUT_MS, KEEP_ALIVE_MS, LONGEST_RETRY_MS, REJECTIONS, REQUEST_TIMEOUT_MS } from './limits.ts';

const PRODUCER_RETRIES = 8;
const ADMIN_RETRIES = 2;

/** kafkajs logs these as errors although it retries them or reports a crash as well; its warnings are the ordinary life of a group. */
const LEVELS: Readonly<Record<number, 'warn' | 'info' | 'debug'>> = {
  [logLevel.ERROR]: 'warn',
  [logLevel.WARN]: 'info',
  [logLevel.INFO]: 'debug',
};

export function createKafkajsClient(clientId: string, config: KafkaConfig, log: Log): KafkaClient {
  const kafka = new Kafka({
    clientId,
    brokers: config.KAFKA_BROKERS,
    ...securityOf(config),
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    socketFactory: undelayed,
    retry: { initialRetryTime: 100, maxRetryTime: LONGEST_RETRY_MS, retries: 10 },
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => {
      const { message, error, topic, partition, groupId } = entry.log;
      log[LEVELS[entry.level] ?? 'debug']({ kafka: message, error, topic, partition, groupId }, 'kafka client');
    },
  });
  return clientOf(kafka, log);
}

function securityOf(config: KafkaConfig): Pick<KafkajsConfig, 'ssl' | 'sasl'> {
  const { ssl, sasl } = kafkaSecurity(config);
  const given = ssl && { ssl };
  if (sasl?.mechanism !== 'oauthbearer') return { ...given, ...(sasl && { sasl }) };
  const { mechanism, token } = sasl;
  return { ...given, sasl: { mechanism, oauthBearerProvider: async () => ({ value: await token() }) } };
}

/** The port over a client of kafkajs that is made already. */
export function clientOf(kafka: Kafka, log: Log): KafkaClient {
  const producer = () =>
    kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      retry: { retries: PRODUCER_RETRIES },
    });
  return {
    async fencedProducer(name) {
      const fenced = producer();
      await fencedAs(name, () => fenced.connect());
      return producerOf(fenced);
    },
    async producer() {
      const plain = producer();
      await plain.connect();
      return producerOf(plain);
    },
    consume: (options) => consumeByKafkajs(kafka, options, log),
    async admin() {
      const admin = kafka.admin({ retry: { retries: ADMIN_RETRIES } });
      await admin.connect();
      return adminOf(admin);
    },
  };
}

/** Small requests go out at once; kafkajs itself leaves them to be gathered. */
const undelayed: ISocketFactory = ({ host, port, ssl, onConnect }) => {
  const address = { host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS };
  if (!ssl) return connectTcp(address, onConnect);
  return connectTls({ ...address, ...(isIP(host) === 0 && { servername: host }), ...ssl }, onConnect);
};

const producerOf = (producer: Producer): RecordProducer => ({
  async send(records, { isCompressed = false } = {}) {
    try {
      await producer.sendBatch({
        acks: -1,
        compression: isCompressed ? CompressionTypes.GZIP : CompressionTypes.None,
        topicMessages: [...Map.groupBy(records, ({ topic }) => topic)].map(([topic, some]) => ({
          topic,
          messages: some.map(messageOf),
        })),
      });
    } catch (error) {
      const rejection = REJECTIONS.find((type) => isCausedBy(error, type));
      throw rejection ? new RecordRejected(rejection, error) : error;
    }
  },
  async [Symbol.asyncDispose]() {
    await producer.disconnect();
  },
});

const messageOf = ({ key, value, headers, partition }: OutgoingRecord): Message => ({
  key,
  value,
  headers: { ...headers },
  ...(partition !== undefined && { partition }),
});

function isCausedBy(error: unknown, type: string): boolean {
  return error instanceof Error && ((error as { type?: unknown }).type === type || isCausedBy(error.cause, type));
}

const adminOf = (admin: Admin): KafkaAdmin => ({
  listTopics: () => admin.listTopics(),
  async createTopics({ topics, partitions, replicas, configuration }) {
    const configEntries = Object.entries(configuration).map(([name, value]) => ({ name, value }));
    await admin.createTopics({
      waitForLeaders: true,
      topics: topics.map((topic) => ({ topic, numPartitions: partitions, replicationFactor: replicas, configEntries })),
    });
  },
  async deleteTopics(topics) {
    try {
      await admin.deleteTopics({ topics: [...topics] });
    } catch (error) {
      // After a deletion kafkajs reads all metadata; when that still names a deleted topic, it deletes once more.
      if (!isCausedBy(error, 'UNKNOWN_TOPIC_OR_PARTITION')) throw error;
    }
  },
  async endsOf(topic) {
    const ends = await admin.fetchTopicOffsets(topic);
    return ends.map(({ partition, low, high }) => ({ partition, low: BigInt(low), high: BigInt(high) }));
  },
  async committedBy(groupId, topics) {
    const committed = await admin.fetchOffsets({ groupId, topics: [...topics] });
    return committed.flatMap(({ topic, partitions }) =>
      partitions
        .filter(({ offset }) => Number(offset) >= 0)
        .map(({ partition, offset }) => ({ topic, partition, offset: BigInt(offset) })),
    );
  },
  async listGroups() {
    const { groups } = await admin.listGroups();
    return groups.map(({ groupId }) => groupId);
  },
  async deleteGroup(groupId) {
    await admin.deleteGroups([groupId]);
  },
  [Symbol.asyncDispose]: () => admin.disconnect(),
});
