import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '@estampa/kernel/ids';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { eventually } from '@estampa/testing/eventually';
import pg from 'pg';
import { SENT, unsentOf } from '../src/events/outbox-batch.ts';
import { outboxPartitions } from '../src/events/outbox-partitions.ts';
import { withoutTls } from '../src/postgres/address.ts';
import { connectDb, type Orm } from '../src/postgres/connect.ts';
import { grantUse } from '../src/postgres/migrate.ts';
import type { BaseContext } from '../src/service/context.ts';
import { USUAL_RETENTION } from '../src/service/retention.ts';
import { emptyDatabase, servedDatabase } from './bench.ts';
import { openRelayStage, type RelayStage } from './relay-stage.ts';

const HOUR_MS = 3_600_000;
const PERIOD_MS = 12 * HOUR_MS;
const RETENTION_MS = 48 * HOUR_MS;
const BEGUN = "select count(*)::int as count from pg_inherits where inhparent = 'outbox'::regclass";
const RELEASED = join(import.meta.dirname, '../../testing/released/payouts.sql');
const PREVIOUS_VERSION_DELETES = `
  delete from "outbox" where ctid = any(array(select ctid from "outbox" where sent_at < now() + interval '1 day' for update skip locked))`;

let stage: RelayStage;
/** Goes on from test to test, always far enough for a period of its own. */
let now = Date.now();
beforeAll(async () => {
  stage = await openRelayStage();
});
afterAll(() => stage?.[Symbol.asyncDispose]());
beforeEach(async () => {
  await stage.clear();
  now += 10 * RETENTION_MS;
  await run();
});

const run = (orm: Orm = stage.orm) =>
  outboxPartitions(USUAL_RETENTION).run(
    { em: orm.em.fork(), now: () => new Date(now) } as BaseContext,
    new AbortController().signal,
  );
const passTime = async (ms: number) => {
  now += ms;
  await run();
};
const sent = () => stage.query(`update outbox set sent_at = to_timestamp(?)`, [now / 1_000]);
const partitions = async () => (await stage.query<{ count: number }>(BEGUN))[0]!.count;
const places = async () =>
  (
    await stage.query<{ version: number; place: string }>(
      `select (payload::json ->> 'version')::int as version, tableoid::regclass::text as place from outbox order by id`,
    )
  ).map(({ version, place }) => [version, place]);
const periodOf = (ms: number) => {
  const [date, time] = new Date(ms - (ms % PERIOD_MS)).toISOString().split(/[T.]/);
  return `outbox_${date!.replaceAll('-', '')}_${time!.replaceAll(':', '')}`;
};

it('puts what each period writes into a partition of its own, and the relay publishes across them in order', async () => {
  const first = periodOf(now);
  await stage.publish(1, 2);
  await passTime(PERIOD_MS);
  await stage.publish(3);

  expect(await places()).toEqual([
    [1, first],
    [2, first],
    [3, periodOf(now)],
  ]);
  const relay = await stage.relay();
  await eventually(() => expect(stage.published()).toEqual([1, 2, 3]));
  await relay[Symbol.asyncDispose]();
});

it('goes on in the last partition while the job does not run, and in a new one when several replicas run it at once', async () => {
  const before = periodOf(now);
  now += 30 * RETENTION_MS;
  await stage.publish(1);
  await Promise.all([run(), run(), run()]);
  await run();
  await stage.publish(2);

  expect(await places()).toEqual([
    [1, before],
    [2, periodOf(now)],
  ]);
  expect(await partitions()).toBe(3);
});

it('drops a partition when its last event was sent long enough ago', async () => {
  await stage.publish(1);
  await passTime(PERIOD_MS);
  await stage.publish(2);
  await sent();

  await passTime(RETENTION_MS);
  expect(await places()).toHaveLength(2);
  await passTime(1);
  expect(await places()).toEqual([[2, expect.anything()]]);
  await passTime(PERIOD_MS);
  expect(await places()).toEqual([]);
  expect(await partitions()).toBeLessThanOrEqual(7);
});

it('keeps of an old partition what is not sent, and takes along what Kafka refused', async () => {
  const first = periodOf(now);
  await stage.publish(1, 2, 3);
  await sent();
  await stage.query(`update outbox set sent_at = null where payload like '%2%'`);
  await stage.query("update outbox set sent_at = null, refused_at = now() where payload like '%3%'");

  await passTime(2 * RETENTION_MS);
  expect(await places()).toEqual([
    [2, first],
    [3, periodOf(now)],
  ]);
  await stage.query(`update outbox set sent_at = now() where payload like '%2%'`);
  await passTime(RETENTION_MS);
  expect(await places()).toEqual([[3, expect.anything()]]);
});

it('keeps the order of what Kafka refused, also where several replicas take it along', async () => {
  const first = periodOf(now);
  await stage.publish(1);
  await passTime(RETENTION_MS);
  await stage.publish(2, 3);
  await stage.query('update outbox set refused_at = now()');

  now += PERIOD_MS;
  await Promise.all([run(), run(), run()]);
  const found = await places();
  expect(found.map(([version]) => version)).toEqual([1, 2, 3]);
  expect(found[0]).not.toEqual([1, first]);
});

it('lets nobody wait for a partition that is in use, and drops it later', async () => {
  await stage.publish(1);
  await sent();
  const reader = new pg.Client(stage.url);
  await reader.connect();
  try {
    await reader.query('begin; select from outbox');
    await passTime(2 * RETENTION_MS);
    await stage.publish(2);
    expect(await places()).toEqual([
      [1, expect.anything()],
      [2, periodOf(now)],
    ]);
    await reader.query('commit');
    await run();
    expect(await places()).toEqual([[2, periodOf(now)]]);
  } finally {
    await reader.end();
  }
});

it('is made of the outbox of the last release, whose statements stay valid and lose nothing', async () => {
  await using database = await emptyDatabase();
  const previous = new pg.Client(database.url);
  await previous.connect();
  const insert = (version: number) =>
    previous.query({
      name: 'insert',
      text: `insert into outbox (event_id, topic, key, type, payload, request_id, occurred_at)
        values ($1, 'orders.v1', 'order:1', 'changed', $2, 'test', now())`,
      values: [newId(), JSON.stringify({ version })],
    });
  const unsent = async () =>
    (await previous.query<{ id: string; payload: string }>({ name: 'unsent', text: unsentOf({ index: 0, of: 1 }) }))
      .rows;
  const mark = (ids: string[]) => previous.query({ name: 'sent', text: SENT, values: [ids, ids.at(0), ids.at(-1)] });
  try {
    await previous.query(readFileSync(RELEASED, 'utf8'));
    await insert(1);
    await mark((await unsent()).map(({ id }) => id));
    await insert(2);
    await using orm = await connectDb(withoutTls(database.url), [], []);
    await insert(3);
    await run(orm);
    await insert(4);

    expect((await previous.query(PREVIOUS_VERSION_DELETES)).rowCount).toBe(0);
    expect((await unsent()).map(({ payload }) => payload)).toEqual(
      [2, 3, 4].map((version) => `{"version":${version}}`),
    );
    await mark((await unsent()).map(({ id }) => id));
    const left = await previous.query(
      `select tableoid::regclass::text as place, sent_at is not null as "isSent" from outbox order by id`,
    );
    // The first was sent long ago, by the clock of the job.
    expect(left.rows).toEqual(
      ['outbox_first', 'outbox_first', periodOf(now)].map((place) => ({ place, isSent: true })),
    );
  } finally {
    await previous.end();
  }
});

it('is read by the relay through an index of each partition, and marked in one alone', async () => {
  await passTime(PERIOD_MS);
  await stage.publish(1);
  const [row] = await stage.query<{ id: string }>('select id from outbox');
  const client = new pg.Client(stage.url);
  await client.connect();
  try {
    await client.query('begin; set local enable_seqscan = off; set local plan_cache_mode = force_generic_plan');
    await client.query(`prepare unsent as ${unsentOf({ index: 0, of: 1 })}`);
    await client.query(`prepare unsent_of_lane as ${unsentOf({ index: 3, of: 4 })}`);
    await client.query(`prepare sent(bigint[], bigint, bigint) as ${SENT}`);
    const byIndex = Array.from({ length: await partitions() }, () => 'Index Scan');
    expect(await scansOf(client, 'unsent')).toEqual(byIndex);
    expect(await scansOf(client, 'unsent_of_lane')).toEqual(byIndex);
    expect(await scansOf(client, `sent('{${row!.id}}', ${row!.id}, ${row!.id})`)).toHaveLength(1);
  } finally {
    await client.end();
  }
});

/** Of the outbox, as far as they were run. */
async function scansOf(client: pg.Client, statement: string): Promise<string[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, costs off, format json) execute ${statement}`,
  );
  const scans = (plan: Plan): string[] => [
    ...(plan['Node Type'].includes('Scan') && plan['Relation Name'] && plan['Actual Loops'] > 0
      ? [plan['Node Type']]
      : []),
    ...(plan.Plans ?? []).flatMap(scans),
  ];
  return scans(rows[0]!['QUERY PLAN'][0].Plan);
}

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Actual Loops': number; Plans?: Plan[] };

it('is kept by a role that owns no table', async () => {
  await using served = await servedDatabase();
  await using owned = await connectDb(withoutTls(served.owner.href), [], []);
  await grantUse(owned.em.fork(), served.role);
  await using serving = await connectDb(withoutTls(served.url), [], [], { migrates: false });
  const count = async () => (await serving.em.fork().execute<[{ count: number }]>(BEGUN))[0].count;

  await run(serving);
  expect(await count()).toBe(2);
  now += 2 * RETENTION_MS;
  await run(serving);
  expect(await count()).toBe(2);
});
