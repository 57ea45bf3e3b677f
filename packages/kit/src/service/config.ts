import { z } from 'zod';
import { AUDIT_RETENTION_DAYS_MIN } from './audit-migration.ts';
import { kafkaConfig } from '../events/kafka/config.ts';
import { LANES_MAX } from '../events/relay-lanes.ts';
import { databaseConfig } from '../postgres/address.ts';
import { USUAL_RETENTION } from './retention.ts';
import { tracingConfig } from '../telemetry/tracing-config.ts';

/** Reads a service's configuration once. A wrong value stops the start with the variable's name. */
export function readEnv<S extends z.ZodType>(schema: S, env: NodeJS.ProcessEnv): z.output<S> {
  const result = schema.safeParse(env);
  if (result.success) return result.data;

  const problems = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The configuration is wrong. Correct these environment variables:\n${problems.join('\n')}`);
}

export const port = z.coerce.number().int().min(0).max(65_535);
export const milliseconds = z.coerce.number().int().positive();
/** `true` or `false`, as text. */
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

/** `off`: none; `production`: as there; else, outside production, far more than any person sends. */
export const rateLimitConfig = { RATE_LIMITS: z.enum(['off', 'production']).optional() };

/** People who try things out, and tests, are not limited. */
const UNHURRIED_FACTOR = 1_000;

type RateLimitConfig = { RATE_LIMITS?: 'off' | 'production' | undefined; NODE_ENV: string };

/** What the limits of production are multiplied by; null when there are none. */
export function rateLimitFactor({ RATE_LIMITS: limits, NODE_ENV }: RateLimitConfig): number | null {
  if (limits === 'off') return null;
  return limits === 'production' || NODE_ENV === 'production' ? 1 : UNHURRIED_FACTOR;
}

const SIGNATURE_KEY_MIN_CHARACTERS = 32;
const SIGNATURE_KEYS_MAX = 2;

/** What quotes or links are signed with, and the key before it while what it signed can come: separated by a comma. None: they are not signed. */
export const signatureKeys = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((key) => key.trim())
      .filter((key) => key !== ''),
  )
  .pipe(z.array(z.string().min(SIGNATURE_KEY_MIN_CHARACTERS)).max(SIGNATURE_KEYS_MAX))
  .prefault('');

const DRAIN_NOTICE_MS = 5_000;
/**
 * Longer than a render may take, the slowest call that clients wait for; with the drain notice and the rest of the
 * shutdown less than 45 s.
 */
export const DRAIN_CALLS_MS = 32_000;

/** An address that others are made of by adding a slash and a path. */
export const baseUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

/** One name that stands for all replicas, or the replicas one by one. */
const peerAddress = z
  .string()
  .regex(/^([^:,\s]+:\d+|\d+(\.\d+){3}:\d+(,\d+(\.\d+){3}:\d+)+)$/, 'must be host:port, or ip:port,ip:port')
  .transform((address) => (address.includes(',') ? `ipv4:${address}` : address));

/** What every process needs. */
export const processConfig = {
  NODE_ENV: z.enum(['development', 'test', 'production']),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  HOST: z.string().default('127.0.0.1'),
  OPS_PORT: port,
  /** Between "not ready" and "takes no more calls", so that load balancers choose other replicas first. */
  DRAIN_NOTICE_MS: z.coerce.number().int().min(0).default(DRAIN_NOTICE_MS),
  /** How long calls under way may still take when the process is stopped; then they are cut. Nothing under way: no wait. */
  DRAIN_CALLS_MS: z.coerce.number().int().min(0).default(DRAIN_CALLS_MS),
  ...tracingConfig,
};

export type ProcessConfig = z.output<z.ZodObject<typeof processConfig>>;

export { kafkaConfig };

/** The default limit of one process's connections to the database. */
export const POOL_MAX_CONNECTIONS = 10;
/** Beside those the ones of consumers and jobs: as many as partitions are worked on at once. */
export const BACKGROUND_CONNECTIONS = 4;

/** A start waits so long for its database: a node that starts everything at once, or a fail-over, takes its time. Less than the chart's startSeconds. */
export const START_RETRY_MS = 120_000;

/** Calls between services: certificates as files, so that renewed ones are found without a restart. */
export const grpcTlsConfig = {
  /** Plaintext, in production too: where something else protects the connections. */
  GRPC_TLS: z.literal('off').optional(),
  GRPC_TLS_CERT: z.string().min(1).optional(),
  GRPC_TLS_KEY: z.string().min(1).optional(),
  GRPC_TLS_CA: z.string().min(1).optional(),
};

export type GrpcTlsConfig = z.output<z.ZodObject<typeof grpcTlsConfig>> & Pick<ProcessConfig, 'NODE_ENV'>;

/** Retries that come later than a key or an inbox mark is stored are executed again: see `Retention`. */
const retentionConfig = {
  OUTBOX_RETENTION_MS: milliseconds.default(USUAL_RETENTION.OUTBOX_RETENTION_MS),
  INBOX_RETENTION_MS: milliseconds.default(USUAL_RETENTION.INBOX_RETENTION_MS),
  IDEMPOTENCY_KEY_RETENTION_MS: milliseconds.default(USUAL_RETENTION.IDEMPOTENCY_KEY_RETENTION_MS),
  PRUNE_EVERY_MS: milliseconds.default(USUAL_RETENTION.PRUNE_EVERY_MS),
};

/** What each of the seven services needs. */
export const serviceConfig = {
  ...processConfig,
  ...kafkaConfig,
  ...grpcTlsConfig,
  GRPC_PORT: port,
  ...databaseConfig,
  ...retentionConfig,
  /** How many relays publish the outbox, each a part of its keys: docs/operations/scale.md. */
  OUTBOX_LANES: z.coerce.number().int().min(1).max(LANES_MAX).default(1),
  /** Older audit entries are deleted; without it none is. */
  AUDIT_KEPT_DAYS: z.coerce.number().int().min(AUDIT_RETENTION_DAYS_MIN).optional(),
  DATABASE_POOL_MAX: z.coerce.number().int().positive().default(POOL_MAX_CONNECTIONS),
  /** Of connections to DATABASE_READ_URL. */
  DATABASE_READ_POOL_MAX: z.coerce.number().int().positive().default(POOL_MAX_CONNECTIONS),
};

export type ServiceConfig = z.output<z.ZodObject<typeof serviceConfig>>;

/** The addresses of all services; a service picks those that it calls. */
export const peerConfig = {
  IDENTITY_ADDRESS: peerAddress,
  CATALOG_ADDRESS: peerAddress,
  MEDIA_RENDER_ADDRESS: peerAddress,
  STOREFRONT_ADDRESS: peerAddress,
  ORDERS_PAYMENTS_ADDRESS: peerAddress,
  FULFILLMENT_SHIPPING_ADDRESS: peerAddress,
  PAYOUTS_ADDRESS: peerAddress,
};
