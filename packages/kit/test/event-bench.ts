import { randomBytes } from 'node:crypto';
import { type Topic, TOPICS } from '@estampa/kernel/topics';
import { type Consumer, startConsumers } from '../src/events/consumers.ts';
import { withoutTls } from '../src/postgres/address.ts';
import { connectDb, type Orm } from '../src/postgres/connect.ts';
import { InboxWatch } from '../src/events/inbox-watch.ts';
import { kafkaConfig } from '../src/events/kafka/config.ts';
import { createKafka } from '../src/events/kafka/connect.ts';
import { newCall } from '../src/rpc/call.ts';
import { createLog } from '../src/telemetry/log.ts';
import { appendEvent } from '../src/events/outbox.ts';
import { type RelayOptions, startOutboxRelay } from '../src/events/outbox-relay.ts';
import { settledService } from '../src/events/settled.ts';
import { createDatabase, dropDatabase } from '@estampa/stack/infrastructure/databases';
import { createTopics, deleteTopics } from '@estampa/stack/infrastructure/topics';
import { currentTestRun } from '@estampa/testing/test-run';
import { TopicProbe } from '@estampa/testing/topic-probe';
import type { EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import { benchTemplate } from './bench-template.ts';
import { loseRecords } from './lose-records.ts';
import { z } from 'zod';

export type Context = { em: EntityManager };
export type TestConsumer = Consumer<Context>;

/** The kit on a database and topics of its own, in the process of the test. */
export async function openBench({
  partitions = 1,
  brokers = currentTestRun().infrastructure.kafka.brokers,
  postgresUrl = currentTestRun().infrastructure.postgres.url,
} = {}) {
  const name = `kit_${randomBytes(4).toString('hex')}`;
  const topicPrefix = `${name}_`;
  const run = currentTestRun();
  const template = postgresUrl === run.infrastructure.postgres.url ? await benchTemplate() : undefined;
  const databaseUrl = await createDatabase(postgresUrl, { name, password: name }, template);
  await createTopics(brokers, TOPICS, { prefix: topicPrefix, partitions });
  const topics = new TopicProbe(brokers, topicPrefix);
  const log = createLog('kit-test', 'silent');
  const kafka = await createKafka('kit-test', z.object(kafkaConfig).parse({ KAFKA_BROKERS: brokers }), log);
  const resources = new AsyncDisposableStack();
  // What ends with its servers is not cleared.
  if (!run.isDisposable) {
    resources.defer(() => dropDatabase(postgresUrl, name));
    resources.defer(() => deleteTopics(brokers, TOPICS, topicPrefix));
  }
  resources.use(topics);
  const orm: Orm = resources.use(await connectDb(withoutTls(databaseUrl), [], []));
  const query = <Row = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
    orm.em.fork().execute<Row[]>(sql, values);

  const superuser = async (sql: string, values: unknown[] = []) => {
    const client = new pg.Client(postgresUrl);
    await client.connect();
    await client.query(sql, values).finally(() => client.end());
  };

  return {
    name,
    superuser,
    databaseUrl,
    kafka,
    log,
    orm,
    query,
    topicPrefix,
    topics,
    /** Kafka loses what the topic has by now. */
    lose: (topic: Topic) => loseRecords(brokers, topicPrefix, topic),
    publish: (topic: Topic, key: string, value: unknown, id?: string) =>
      topics.publish(topic, { type: 'changed', key, value, ...(id && { id }) }),
    /** The outbox relay of one replica. */
    async relay(through = kafka, more: Partial<RelayOptions> = {}) {
      const options = {
        orm,
        database: withoutTls(databaseUrl),
        kafka: through,
        topicPrefix,
        service: 'kit-test',
        topics: ['orders.v1'] as const,
        log,
        ...more,
      };
      return resources.use(await startOutboxRelay(options));
    },
    /** Publishes events in one transaction, as a command would. */
    appendEvent: (topic: Topic, ...events: { key: string; message: object }[]) =>
      orm.em.fork().transactional(async (tx) => {
        for (const { key, message } of events) {
          appendEvent(tx, topic, { toJSON: (value: object) => value }, { type: 'changed', key, message });
        }
      }),
    /** One replica's consumers; all replicas are one group. */
    async subscribe(consumers: readonly TestConsumer[], through = kafka) {
      const watch = new InboxWatch(orm);
      const context = (em: EntityManager) => ({ em });
      const wake = () => {};
      const consuming = { service: 'kit-test', kafka: through, topicPrefix, orm, log, watch, wake, consumers, context };
      const running = startConsumers(consuming);
      resources.use(running);
      const { handlers } = settledService(watch, consumers);
      const settled = handlers['settled'] as unknown as (context: unknown, request: unknown) => Promise<unknown>;
      return {
        running,
        watch,
        settled: (...events: { topic: Topic; kind: string; id: string }[]) =>
          settled({ call: newCall({ requestId: 'settled' }) }, { events }),
      };
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

export type Bench = Awaited<ReturnType<typeof openBench>>;
