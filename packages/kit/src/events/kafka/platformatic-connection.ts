import type { BaseOptions } from '@platformatic/kafka';

export type Connection = Pick<
  BaseOptions,
  | 'clientId'
  | 'bootstrapBrokers'
  | 'connectTimeout'
  | 'requestTimeout'
  | 'retries'
  | 'retryDelay'
  | 'autocreateTopics'
  | 'tls'
  | 'tlsServerName'
  | 'sasl'
>;

/** Whether an error, or one of those that it stands for, carries Kafka's name of an error. */
export function isCausedBy(error: unknown, code: string): boolean {
  if (!(error instanceof Error)) return false;
  if ((error as { apiId?: unknown }).apiId === code || isCausedBy(error.cause, code)) return true;
  return error instanceof AggregateError && error.errors.some((one) => isCausedBy(one, code));
}
