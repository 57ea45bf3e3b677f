import { connect as connectTcp } from 'node:net';
import { type ISocketFactory, Kafka, logLevel } from 'kafkajs';
import { calmRequestQueues } from './calm-kafkajs.ts';
import type { Log } from './log.ts';

const CONNECTION_TIMEOUT_MS = 3_000;
const REQUEST_TIMEOUT_MS = 15_000;
const KEEP_ALIVE_MS = 60_000;

/** One Kafka connection factory per process. What kafkajs retries by itself is logged as a warning, not an error. */
export function createKafka(clientId: string, brokers: readonly string[], log: Log): Kafka {
  calmRequestQueues();
  return new Kafka({
    clientId,
    brokers: [...brokers],
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    socketFactory: undelayed,
    retry: { initialRetryTime: 100, retries: 10 },
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => log.debug({ kafka: entry.log['error'] ?? entry.log.message }, 'kafka client'),
  });
}

/** Small requests go out at once; kafkajs itself leaves them to be gathered. */
const undelayed: ISocketFactory = ({ host, port, onConnect }) =>
  connectTcp({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS }, onConnect);
