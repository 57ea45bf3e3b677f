import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { z } from 'zod';
import { type BearerToken, tokenInFile, tokenOfServer } from './bearer-token.ts';
import { tokenByIam } from './iam-token.ts';

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
  /** The consumer group in place of the service's name: a second cell that reads the same topics into a database of its own needs one of its own. */
  KAFKA_GROUP: z
    .string()
    .regex(/^[\w.-]{1,100}$/, 'must be letters, digits, dots, dashes and underscores')
    .optional(),
  KAFKA_TLS: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  /** PEM files, read anew for each connection: the authority of the brokers' certificates, and this client's own, for brokers that require one. */
  KAFKA_TLS_CA_FILE: z.string().optional(),
  KAFKA_TLS_CERT_FILE: z.string().optional(),
  KAFKA_TLS_KEY_FILE: z.string().optional(),
  KAFKA_SASL_MECHANISM: z.enum(['plain', 'scram-sha-256', 'scram-sha-512', 'oauthbearer']).optional(),
  KAFKA_SASL_USERNAME: z.string().optional(),
  KAFKA_SASL_PASSWORD: z.string().optional(),
  /** For oauthbearer: a file that another process renews; the endpoint where user name and password, as a client's id and secret, are exchanged for a token; or the region of Amazon MSK with IAM. */
  KAFKA_SASL_TOKEN_FILE: z.string().min(1).optional(),
  KAFKA_SASL_TOKEN_URL: z.url({ protocol: /^https?$/ }).optional(),
  KAFKA_SASL_TOKEN_SCOPE: z.string().optional(),
  KAFKA_SASL_AWS_REGION: z
    .string()
    .regex(/^[a-z]{2}(?:-[a-z]+)+-\d$/, 'must be a region of AWS, such as eu-central-1')
    .optional(),
};

export type KafkaConfig = z.output<z.ZodObject<typeof kafkaConfig>>;

type Login = { username: string; password: string };
type ByPassword = Login & ({ mechanism: 'plain' } | { mechanism: 'scram-sha-256' } | { mechanism: 'scram-sha-512' });
type Sasl = ByPassword | { mechanism: 'oauthbearer'; token: BearerToken };
export type KafkaSecurity = { ssl?: ConnectionOptions; sasl?: Sasl };

/** The settings of a driver; settings that contradict each other stop the start. */
export function kafkaSecurity(config: KafkaConfig): KafkaSecurity {
  const problem = contradictionIn(config);
  if (problem) throw new Error(`The configuration is wrong. ${problem}`);
  const sasl = saslOf(config);
  return { ...(config.KAFKA_TLS && { ssl: tlsOf(config) }), ...(sasl && { sasl }) };
}

function saslOf(config: KafkaConfig): Sasl | null {
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_TOKEN_FILE: file, KAFKA_SASL_TOKEN_URL: url } = config;
  const {
    KAFKA_SASL_AWS_REGION: region,
    KAFKA_SASL_USERNAME: username = '',
    KAFKA_SASL_PASSWORD: password = '',
  } = config;
  if (!mechanism) return null;
  if (mechanism !== 'oauthbearer') return { mechanism, username, password };
  if (file) return { mechanism, token: tokenInFile(file) };
  if (region) return { mechanism, token: tokenByIam(region) };
  const scope = config.KAFKA_SASL_TOKEN_SCOPE;
  return { mechanism, token: tokenOfServer({ url: url!, clientId: username, clientSecret: password, scope }) };
}

function contradictionIn(config: KafkaConfig): string | null {
  const { KAFKA_TLS_CA_FILE: ca, KAFKA_TLS_CERT_FILE: cert, KAFKA_TLS_KEY_FILE: key } = config;
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = config;
  if (!config.KAFKA_TLS && (ca || cert || key)) return 'KAFKA_TLS_*_FILE need KAFKA_TLS=true';
  if (Boolean(cert) !== Boolean(key)) return 'KAFKA_TLS_CERT_FILE and KAFKA_TLS_KEY_FILE go together';
  const { KAFKA_SASL_TOKEN_FILE: tokenFile, KAFKA_SASL_TOKEN_URL: tokenUrl } = config;
  const sources = [tokenFile, tokenUrl, config.KAFKA_SASL_AWS_REGION].filter((source) => source !== undefined).length;
  if (mechanism !== 'oauthbearer' && sources > 0)
    return 'KAFKA_SASL_TOKEN_* and KAFKA_SASL_AWS_REGION need KAFKA_SASL_MECHANISM=oauthbearer';
  if (mechanism === 'oauthbearer' && sources !== 1)
    return 'KAFKA_SASL_MECHANISM=oauthbearer needs one of KAFKA_SASL_TOKEN_FILE, KAFKA_SASL_TOKEN_URL and KAFKA_SASL_AWS_REGION';
  const needsLogin = mechanism && (mechanism !== 'oauthbearer' || tokenUrl);
  if (mechanism && !needsLogin && (username || password))
    return 'KAFKA_SASL_TOKEN_FILE and KAFKA_SASL_AWS_REGION take no KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD';
  if (needsLogin && !(username && password))
    return 'KAFKA_SASL_MECHANISM needs KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD';
  if (!mechanism && (username || password))
    return 'KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD need KAFKA_SASL_MECHANISM';
  if (mechanism === 'plain' && !config.KAFKA_TLS)
    return 'KAFKA_SASL_MECHANISM=plain sends the password as it is: it needs KAFKA_TLS=true';
  if (mechanism === 'oauthbearer' && !config.KAFKA_TLS)
    return 'KAFKA_SASL_MECHANISM=oauthbearer sends the token as it is: it needs KAFKA_TLS=true';
  return null;
}

/** Both drivers spread it for each connection, and so read each file as it is then. */
function tlsOf(config: KafkaConfig): ConnectionOptions {
  const { KAFKA_TLS_CA_FILE: ca, KAFKA_TLS_CERT_FILE: cert, KAFKA_TLS_KEY_FILE: key } = config;
  const tls: ConnectionOptions = { minVersion: 'TLSv1.2' };
  for (const [name, file] of Object.entries({ ca, cert, key })) {
    if (!file) continue;
    // What cannot be read stops the start, and later what was read before still counts: a file may be missing while it is exchanged.
    let last = readFileSync(file, 'utf8');
    const get = () => {
      try {
        last = readFileSync(file, 'utf8');
      } catch {
        // The next connection reads it again.
      }
      return last;
    };
    Object.defineProperty(tls, name, { enumerable: true, configurable: true, get });
  }
  return tls;
}
