import { newId } from '@estampa/kernel/ids';
import type { KafkaAdmin, KafkaClient, OutgoingRecord, PartitionEnds } from '../src/events/kafka/client.ts';
import { appendEvent } from '../src/events/outbox.ts';
import { type RelayOptions, startOutboxRelay } from '../src/events/outbox-relay.ts';
import { withoutTls } from '../src/postgres/address.ts';
import { createLog } from '../src/telemetry/log.ts';
import { benchDatabase } from './bench.ts';

type Sent = { producer: string; topic: string; values: number[] };

/** A database with an outbox, and what stands in for Kafka, so that it fails in ways that a broker does not show at will. */
export async function openRelayStage() {
  const database = await benchDatabase();
  const { orm } = database;
  const query = <Row = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
    orm.em.fork().execute<Row[]>(sql, values);
  const stage = {
    url: database.url,
    orm,
    query,
    options: {
      orm,
      database: withoutTls(database.url),
      topicPrefix: 'test.',
      service: 'kit-test',
      topics: ['orders.v1'] as const,
      log: createLog('kit-test', 'silent'),
    },
    sends: [] as Sent[],
    producers: [] as string[],
    /** How many connections for administration Kafka has given, and which of them have ended. */
    admins: { opened: 0, closed: 0 },
    /** How Kafka takes records; throws what it does not. */
    take: (_records: readonly OutgoingRecord[]): unknown => undefined,
    /** Where a topic begins, or why Kafka does not say so. */
    ends: [] as PartitionEnds[] | Error,
    kafka: {
      async fencedProducer(name: string) {
        const producer = `${name} ${stage.producers.push(name)}`;
        return {
          async send(records: readonly OutgoingRecord[]) {
            await stage.take(records);
            const values = records.flatMap(({ value }) =>
              value ? [(JSON.parse(value) as { version: number }).version] : [],
            );
            if (values.length > 0) stage.sends.push({ producer, topic: records[0]!.topic, values });
          },
          [Symbol.asyncDispose]: async () => Promise.reject(new Error('it is gone already')),
        };
      },
      async admin() {
        stage.admins.opened += 1;
        return {
          async endsOf() {
            if (stage.ends instanceof Error) throw stage.ends;
            return stage.ends;
          },
          async [Symbol.asyncDispose]() {
            stage.admins.closed += 1;
            throw new Error('it is gone already');
          },
        } as unknown as KafkaAdmin;
      },
    } as KafkaClient,
    async clear() {
      Object.assign(stage, {
        sends: [],
        producers: [],
        admins: { opened: 0, closed: 0 },
        take: () => undefined,
        ends: [],
      });
      await query('truncate outbox, topic_start, outbox_lanes');
    },
    relay: (more: Partial<RelayOptions> = {}) => startOutboxRelay({ ...stage.options, kafka: stage.kafka, ...more }),
    publish: (...versions: number[]) =>
      orm.em.fork().transactional(async (tx) => {
        for (const version of versions) {
          const event = { type: 'changed', key: `order:${newId()}`, message: { version } };
          appendEvent(tx, 'orders.v1', { toJSON: (value: object) => value }, event);
        }
      }),
    published: () => stage.sends.flatMap(({ values }) => values),
    unsent: () => query('select event_id from outbox where sent_at is null and refused_at is null'),
    /** Of all relays, as when their processes vanish. */
    endSessions: () =>
      query(`select pg_terminate_backend(pid) from pg_stat_activity
             where application_name = 'outbox-relay' and datname = current_database()`),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
  return stage;
}

export type RelayStage = Awaited<ReturnType<typeof openRelayStage>>;
