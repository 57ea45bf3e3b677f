import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { z } from 'zod';

const BROKER = /^[^:\s]+:(\d{1,5})$/;
const PORT_MAX = 65_535;
const isBroker = (text: string) => Number(BROKER.exec(text)?.[1] ?? Infinity) <= PORT_MAX;

const brokers = z
  .string()
  .transform((list) => list.split(',').map((broker) => broker.trim()))
  .refine((list) => list.every(isBroker), 'must be a list of host:port, separated by commas');

/** How to reach Kafka: where it is and, beyond the own machine, by TLS and as whom. */
export const kafkaConfig = {
  KAFKA_BROKERS: brokers,
  /** The library that speaks to Kafka: see docs/operations/install.md before it is changed on a running installation. */
  KAFKA_DRIVER: z.enum(['kafkajs', 'platformatic']).default('kafkajs'),
  KAFKA_TOPIC_PREFIX: z.string().default(''),
  KAFKA_TLS: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  /** PEM files: who signs the brokers' certificates, and this client's own, for brokers that ask for one. */
  KAFKA_TLS_CA_FILE: z.string().optional(),
  KAFKA_TLS_CERT_FILE: z.string().optional(),
  KAFKA_TLS_KEY_FILE: z.string().optional(),
  KAFKA_SASL_MECHANISM: z.enum(['plain', 'scram-sha-256', 'scram-sha-512']).optional(),
  KAFKA_SASL_USERNAME: z.string().optional(),
  KAFKA_SASL_PASSWORD: z.string().optional(),
};

export type KafkaConfig = z.output<z.ZodObject<typeof kafkaConfig>>;

type Login = { username: string; password: string };
type Sasl = Login & ({ mechanism: 'plain' } | { mechanism: 'scram-sha-256' } | { mechanism: 'scram-sha-512' });
export type KafkaSecurity = { ssl?: ConnectionOptions; sasl?: Sasl };

/** What a driver is told of it; settings that contradict each other stop the start. */
export function kafkaSecurity(config: KafkaConfig): KafkaSecurity {
  const problem = contradictionIn(config);
  if (problem) throw new Error(`The configuration is wrong. ${problem}`);
  const { KAFKA_TLS: isTls, KAFKA_SASL_MECHANISM: mechanism } = config;
  const { KAFKA_SASL_USERNAME: username = '', KAFKA_SASL_PASSWORD: password = '' } = config;
  return {
    ...(isTls && { ssl: tlsOf(config) }),
    ...(mechanism && { sasl: { mechanism, username, password } }),
  };
}

function contradictionIn(config: KafkaConfig): string | null {
  const { KAFKA_TLS_CA_FILE: ca, KAFKA_TLS_CERT_FILE: cert, KAFKA_TLS_KEY_FILE: key } = config;
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = config;
  if (!config.KAFKA_TLS && (ca || cert || key)) return 'KAFKA_TLS_*_FILE need KAFKA_TLS=true';
  if (Boolean(cert) !== Boolean(key)) return 'KAFKA_TLS_CERT_FILE and KAFKA_TLS_KEY_FILE go together';
  if (mechanism && !(username && password))
    return 'KAFKA_SASL_MECHANISM needs KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD';
  if (!mechanism && (username || password))
    return 'KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD need KAFKA_SASL_MECHANISM';
  if (mechanism === 'plain' && !config.KAFKA_TLS)
    return 'KAFKA_SASL_MECHANISM=plain sends the password as it is: it needs KAFKA_TLS=true';
  return null;
}

function tlsOf(config: KafkaConfig): ConnectionOptions {
  const pem = (file: string | undefined) => (file ? readFileSync(file, 'utf8') : undefined);
  const [ca, cert, key] = [config.KAFKA_TLS_CA_FILE, config.KAFKA_TLS_CERT_FILE, config.KAFKA_TLS_KEY_FILE].map(pem);
  return { minVersion: 'TLSv1.2', ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
}
