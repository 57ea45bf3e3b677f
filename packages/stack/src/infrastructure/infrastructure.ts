import { mkdirSync } from 'node:fs';
import { freePort, portOr } from '../ports.ts';
import type { Secrets } from '../secrets.ts';
import { startKafka, type KafkaServer } from './kafka.ts';
import { startMail, type MailServer } from './mail.ts';
import { startObjectStore, type ObjectStoreServer } from './object-store.ts';
import { startPostgres, type PostgresServer } from './postgres.ts';
import type { Server } from './server.ts';

export interface Infrastructure {
  readonly postgres: PostgresServer;
  readonly kafka: KafkaServer;
  readonly objectStore: ObjectStoreServer;
  readonly mail: MailServer;
  stop(): Promise<void>;
}

export interface InfrastructureOptions {
  readonly directory: string;
  readonly secrets: Pick<Secrets, 'postgresPassword' | 's3AccessKeyId' | 's3SecretAccessKey'>;
  readonly ports: 'usual' | 'free';
  /** Told about each server, so that a terminal can show progress. */
  readonly step?: Step;
}

export type Step = <T>(label: string, work: () => Promise<T>) => Promise<T>;

const USUAL_PORTS = { postgres: 5433, kafka: 9094, objectStore: 9000, smtp: 8026, mailWeb: 8025 };

/** All four servers at once; when one cannot start, those that did are stopped again. */
export async function startInfrastructure(options: InfrastructureOptions): Promise<Infrastructure> {
  const { directory, secrets, step = quietly } = options;
  mkdirSync(directory, { recursive: true });
  const port = (name: keyof typeof USUAL_PORTS) => (options.ports === 'usual' ? portOr(USUAL_PORTS[name]) : freePort());
  const keys = { accessKeyId: secrets.s3AccessKeyId, secretAccessKey: secrets.s3SecretAccessKey };

  const starts = [
    step('PostgreSQL', async () =>
      startPostgres({ directory, port: await port('postgres'), password: secrets.postgresPassword }),
    ),
    step('Kafka', async () => startKafka({ directory, port: await port('kafka') })),
    step('S3 storage', async () => startObjectStore({ directory, port: await port('objectStore'), ...keys })),
    step('mail inbox', async () =>
      startMail({ directory, smtpPort: await port('smtp'), webPort: await port('mailWeb') }),
    ),
  ] as const;
  const outcomes = await Promise.allSettled(starts);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) {
    for (const outcome of outcomes) if (outcome.status === 'fulfilled') await outcome.value.stop();
    throw failure.reason;
  }

  const [postgres, kafka, objectStore, mail] = await Promise.all(starts);
  return { postgres, kafka, objectStore, mail, stop: () => stopInOrder([mail, objectStore, kafka, postgres]) };
}

async function stopInOrder(servers: readonly Server[]): Promise<void> {
  for (const server of servers) await server.stop();
}

const quietly: Step = (_label, work) => work();
