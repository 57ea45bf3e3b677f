import { mkdirSync } from 'node:fs';
import { freePort, portOr } from '../ports.ts';
import type { Restartable } from '../processes/restartable.ts';
import type { Secrets } from '../secrets.ts';
import { givenKafka, givenMail, givenObjectStore, givenPostgres } from './given-servers.ts';
import { startKafka, type KafkaAddress, type KafkaOptions } from './kafka.ts';
import { startMail, type MailAddress } from './mail.ts';
import { startObjectStore, type ObjectStoreAddress } from './object-store.ts';
import { startPostgres, type PostgresAddress, type PostgresOptions } from './postgres.ts';
import type { Started } from './server.ts';

/** Where the servers are: all that anybody but their owner needs to know. */
export interface Addresses {
  readonly postgres: PostgresAddress;
  readonly kafka: KafkaAddress;
  readonly objectStore: ObjectStoreAddress;
  readonly mail: MailAddress;
}

export type ServerName = keyof Addresses;

export interface Infrastructure extends Addresses {
  /** Those that were started here; the others were given by address and are not ours to stop. */
  readonly servers: Readonly<Partial<Record<ServerName, Restartable>>>;
  stop(): Promise<void>;
}

export interface InfrastructureOptions {
  readonly directory: string;
  readonly secrets: Pick<Secrets, 'postgresPassword' | 's3AccessKeyId' | 's3SecretAccessKey'>;
  readonly ports: 'usual' | 'free';
  readonly postgresSettings?: PostgresOptions['settings'];
  readonly kafkaSettings?: KafkaOptions['settings'];
  /** Called for each server, so that a terminal can show progress. */
  readonly step?: Step;
}

export type Step = <T>(label: string, run: () => Promise<T>) => Promise<T>;

const USUAL_PORTS = { postgres: 5433, kafka: 9094, objectStore: 9000, smtp: 8026, mailWeb: 8025 };

/** All four servers at once; when one cannot start, those that did are stopped again. */
export async function startInfrastructure(options: InfrastructureOptions): Promise<Infrastructure> {
  const { directory, secrets, step = quietly } = options;
  mkdirSync(directory, { recursive: true });
  const port = (name: keyof typeof USUAL_PORTS) => (options.ports === 'usual' ? portOr(USUAL_PORTS[name]) : freePort());
  const keys = { accessKeyId: secrets.s3AccessKeyId, secretAccessKey: secrets.s3SecretAccessKey };

  const starts = [
    givenOr(givenPostgres, () =>
      step('PostgreSQL', async () =>
        startPostgres({
          directory,
          port: await port('postgres'),
          password: secrets.postgresPassword,
          ...(options.postgresSettings && { settings: options.postgresSettings }),
        }),
      ),
    ),
    givenOr(givenKafka, () =>
      step('Kafka', async () =>
        startKafka({
          directory,
          port: await port('kafka'),
          ...(options.kafkaSettings && { settings: options.kafkaSettings }),
        }),
      ),
    ),
    givenOr(givenObjectStore, () =>
      step('S3 storage', async () => startObjectStore({ directory, port: await port('objectStore'), ...keys })),
    ),
    givenOr(givenMail, () =>
      step('mail inbox', async () =>
        startMail({ directory, smtpPort: await port('smtp'), webPort: await port('mailWeb') }),
      ),
    ),
  ] as const;
  const outcomes = await Promise.allSettled(starts);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) {
    for (const outcome of outcomes) if (outcome.status === 'fulfilled') await outcome.value.server?.stop();
    throw failure.reason;
  }
  return describe(...(await Promise.all(starts)));
}

async function givenOr<Address>(
  given: () => Address | undefined,
  start: () => Promise<Started<Address>>,
): Promise<Started<Address>> {
  const address = given();
  return address ? { address, server: undefined } : start();
}

function describe(
  postgres: Started<PostgresAddress>,
  kafka: Started<KafkaAddress>,
  objectStore: Started<ObjectStoreAddress>,
  mail: Started<MailAddress>,
): Infrastructure {
  const all = { postgres, kafka, objectStore, mail };
  const servers: Partial<Record<ServerName, Restartable>> = Object.fromEntries(
    Object.entries(all).flatMap(([name, { server }]) => (server ? [[name, server]] : [])),
  );
  return {
    postgres: postgres.address,
    kafka: kafka.address,
    objectStore: objectStore.address,
    mail: mail.address,
    servers,
    async stop() {
      await Promise.all(Object.values(servers).map((server) => server.stop()));
    },
  };
}

const quietly: Step = (_label, run) => run();
