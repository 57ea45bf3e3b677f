import { connect as connectTcp, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type ISocketFactory, Kafka, logLevel } from 'kafkajs';
import { calmRequestQueues } from './calm-kafkajs.ts';
import { type KafkaConfig, kafkaSecurity } from './kafka-config.ts';
import type { Log } from './log.ts';

const CONNECTION_TIMEOUT_MS = 3_000;
const REQUEST_TIMEOUT_MS = 15_000;
/** How long a lost Kafka is left alone at most between two looks for it. */
export const LONGEST_RETRY_MS = 2_000;
const KEEP_ALIVE_MS = 60_000;

/** What kafkajs calls an error it tries again, and tells of a crash apart; its warnings are the ordinary life of a group. */
const LEVELS: Readonly<Record<number, 'warn' | 'info' | 'debug'>> = {
  [logLevel.ERROR]: 'warn',
  [logLevel.WARN]: 'info',
  [logLevel.INFO]: 'debug',
};

/** One Kafka connection factory per process. */
export function createKafka(clientId: string, config: KafkaConfig, log: Log): Kafka {
  calmRequestQueues();
  return new Kafka({
    clientId,
    brokers: config.KAFKA_BROKERS,
    ...kafkaSecurity(config),
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
}

/** Small requests go out at once; kafkajs itself leaves them to be gathered. */
const undelayed: ISocketFactory = ({ host, port, ssl, onConnect }) => {
  const address = { host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS };
  if (!ssl) return connectTcp(address, onConnect);
  return connectTls({ ...address, ...(isIP(host) === 0 && { servername: host }), ...ssl }, onConnect);
};

/** A broker that is just leaving answers so; kafkajs takes it for the end. */
export const isWithoutCoordinator = ({ name, cause }: Error): boolean =>
  name === 'KafkaJSGroupCoordinatorNotFound' || (cause instanceof Error && isWithoutCoordinator(cause));
