import type { KafkaAddress } from './kafka.ts';
import type { MailAddress } from './mail.ts';
import { REGION, type ObjectStoreAddress, type ObjectStoreKeys } from './object-store.ts';
import type { PostgresAddress } from './postgres.ts';

/** Servers that run elsewhere and are named by the environment instead of being started. */
export function givenPostgres(): PostgresAddress | undefined {
  const url = process.env.ESTAMPA_POSTGRES_URL;
  return url ? { url } : undefined;
}

export function givenKafka(): KafkaAddress | undefined {
  const brokers = process.env.ESTAMPA_KAFKA_BROKERS;
  return brokers ? { brokers } : undefined;
}

export function givenMail(): MailAddress | undefined {
  const smtpUrl = process.env.ESTAMPA_SMTP_URL;
  return smtpUrl ? { smtpUrl, webUrl: process.env.ESTAMPA_MAIL_WEB_URL } : undefined;
}

type BucketStore = { endpoint: string; region: string; credentials?: ObjectStoreKeys };

/** For jobs that run in a cluster: without keys as whom their pod itself is, by what the SDK finds. */
export function givenBucketStore(): BucketStore | undefined {
  const { ESTAMPA_S3_ENDPOINT: endpoint, ESTAMPA_S3_REGION: region = REGION } = process.env;
  const { ESTAMPA_S3_ACCESS_KEY_ID: accessKeyId, ESTAMPA_S3_SECRET_ACCESS_KEY: secretAccessKey } = process.env;
  if (!endpoint) return undefined;
  if (!accessKeyId && !secretAccessKey) return { endpoint, region };
  if (!accessKeyId || !secretAccessKey)
    throw new Error('ESTAMPA_S3_ACCESS_KEY_ID and ESTAMPA_S3_SECRET_ACCESS_KEY go together');
  return { endpoint, region, credentials: { accessKeyId, secretAccessKey } };
}

export function givenObjectStore(): ObjectStoreAddress | undefined {
  const { ESTAMPA_S3_ENDPOINT: endpoint, ESTAMPA_S3_REGION: region = REGION } = process.env;
  const { ESTAMPA_S3_ACCESS_KEY_ID: accessKeyId, ESTAMPA_S3_SECRET_ACCESS_KEY: secretAccessKey } = process.env;
  if (!endpoint) return undefined;
  if (!accessKeyId || !secretAccessKey)
    throw new Error('ESTAMPA_S3_ENDPOINT needs ESTAMPA_S3_ACCESS_KEY_ID and ESTAMPA_S3_SECRET_ACCESS_KEY');
  return { endpoint, region, accessKeyId, secretAccessKey };
}
