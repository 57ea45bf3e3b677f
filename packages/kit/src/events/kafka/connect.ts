import type { Log } from '../../telemetry/log.ts';
import type { KafkaClient } from './client.ts';
import type { KafkaConfig } from './config.ts';

/** One per process. A driver's library is loaded only where it is chosen. */
export async function createKafka(clientId: string, config: KafkaConfig, log: Log): Promise<KafkaClient> {
  if (config.KAFKA_DRIVER === 'platformatic') {
    const { createPlatformaticClient } = await import('./platformatic-client.ts');
    return createPlatformaticClient(clientId, config, log);
  }
  const { createKafkajsClient } = await import('./kafkajs-client.ts');
  return createKafkajsClient(clientId, config, log);
}
