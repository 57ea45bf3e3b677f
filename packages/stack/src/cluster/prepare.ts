/** Makes what the services expect to find, on the servers that are named: a database and role each, the topics, the bucket. Twice does no harm. */
import { SERVICE_NAMES, TOPICS } from '@estampa/kernel/topics';
import { createDatabase } from '../infrastructure/databases.ts';
import { givenKafka, givenObjectStore, givenPostgres } from '../infrastructure/given-servers.ts';
import { createBucket } from '../infrastructure/object-store.ts';
import { createTopics } from '../infrastructure/topics.ts';
import { databaseName } from '../topology.ts';
import { waitFor } from '../wait.ts';

const SERVERS_DEADLINE_MS = 300_000;

const [postgres, kafka, store] = [givenPostgres(), givenKafka(), givenObjectStore()];
const {
  DATABASE_PASSWORD: password,
  ESTAMPA_BUCKET: bucket = 'estampa',
  ESTAMPA_PARTITIONS: partitions = '3',
} = process.env;
if (!postgres || !kafka || !store || !password)
  throw new Error(
    'Name ESTAMPA_POSTGRES_URL, ESTAMPA_KAFKA_BROKERS, ESTAMPA_S3_ENDPOINT with its keys, and DATABASE_PASSWORD.',
  );

/** Servers that start at the same time may not listen yet. */
const untilDone = (label: string, run: () => Promise<void>): Promise<true> =>
  waitFor(label, () => run().then(() => true as const), { deadlineMs: SERVERS_DEADLINE_MS, everyMs: 1_000 });

await Promise.all([
  untilDone('databases', async () => {
    for (const name of SERVICE_NAMES) await createDatabase(postgres.url, { name: databaseName(name, ''), password });
  }),
  untilDone('topics', () => createTopics(kafka.brokers, TOPICS, { prefix: '', partitions: Number(partitions) })),
  untilDone('bucket', () => createBucket(store, bucket)),
]);
console.log('databases, topics and bucket are there');
