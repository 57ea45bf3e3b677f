import { newId } from '@estampa/kernel/ids';
import { eventually } from '@estampa/testing/eventually';
import { currentTestRun } from '@estampa/testing/test-run';
import kafkajs from 'kafkajs';
import pg from 'pg';
import { expect, it } from 'vitest';
import { subscribe } from '../src/events/consumers.ts';
import { type Context, openBench } from './event-bench.ts';

const { Kafka, logLevel } = kafkajs;
const DEADLINE_MS = 60_000;
/** A relay that lost its connection tries again after a second. */
const RELAYED = { deadlineMs: 20_000 };
const PARTITIONS = 4;
/** `docs/operations/scale.md` names it. */
const RELAY_LOCK = 7_301_002;

it(
  'a topic gets more partitions while its relay rests, and keys that move keep their order',
  async () => {
    await using bench = await openBench();
    await bench.query('create table effect (id int generated always as identity, key text, version int)');
    const keys = Array.from({ length: 3 * PARTITIONS }, () => `order:${newId()}`);
    const publish = (version: number) =>
      bench.appendEvent('orders.v1', ...keys.map((key) => ({ key, message: { key, version } })));
    const expectApplied = (...versions: number[]) =>
      eventually(async () => {
        const rows = await bench.query(
          'select key, array_agg(version order by id) as versions from effect group by key',
        );
        expect(new Map(rows.map(({ key, versions: found }) => [key, found]))).toEqual(
          new Map(keys.map((key) => [key, versions])),
        );
      }, RELAYED);
    const consume = () => {
      type Message = { key: string; version: number };
      const apply = ({ em }: Context, { key, version }: Message) =>
        em.execute('insert into effect (key, version) values (?, ?)', [key, version]);
      const on = { order: subscribe({ fromJSON: (json) => json as Message }, { apply }) };
      return bench.subscribe([{ topic: 'orders.v1', on }]);
    };
    await bench.relay();
    const { running } = await consume();
    await publish(1);
    await expectApplied(1);

    const operator = new pg.Client(bench.databaseUrl);
    await operator.connect();
    const resting = operator.query('select pg_advisory_lock($1)', [RELAY_LOCK]);
    await bench.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'outbox-relay' and datname = current_database()`);
    await resting;
    await publish(2);
    await addPartitions(`${bench.topicPrefix}orders.v1`);
    await running[Symbol.asyncDispose]();
    await consume();
    expect(await bench.query('select from outbox where sent_at is not null')).toHaveLength(keys.length);
    await operator.end();

    await expectApplied(1, 2);
    await publish(3);
    await expectApplied(1, 2, 3);
    expect((await filled(bench)).length).toBeGreaterThan(1);
  },
  DEADLINE_MS,
);

async function filled({ kafka, topicPrefix }: Awaited<ReturnType<typeof openBench>>) {
  await using admin = await kafka.admin();
  return (await admin.endsOf(`${topicPrefix}orders.v1`)).filter(({ high }) => high > 0n);
}

async function addPartitions(topic: string): Promise<void> {
  const { brokers } = currentTestRun().infrastructure.kafka;
  const admin = new Kafka({ clientId: 'more-partitions', brokers: [brokers], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    await admin.createPartitions({ topicPartitions: [{ topic, count: PARTITIONS }] });
  } finally {
    await admin.disconnect();
  }
}
