import { Kafka, logLevel } from 'kafkajs';
import type { Log } from './log.ts';

const CONNECTION_TIMEOUT_MS = 3_000;
const REQUEST_TIMEOUT_MS = 15_000;

/** One Kafka connection factory per process. What kafkajs retries by itself is logged as a warning, not an error. */
export function createKafka(clientId: string, brokers: readonly string[], log: Log): Kafka {
  return new Kafka({
    clientId,
    brokers: [...brokers],
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    retry: { initialRetryTime: 100, retries: 10 },
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => log.debug({ kafka: entry.log['error'] ?? entry.log.message }, 'kafka client'),
  });
}
