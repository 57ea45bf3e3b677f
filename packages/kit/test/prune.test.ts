import { outboxPartitions } from '../src/events/outbox-partitions.ts';
import type { BaseContext } from '../src/service/context.ts';
import { auditPrune, pruneJob, type PruneRule, ROWS_AT_ONCE } from '../src/service/prune.ts';
import { USUAL_RETENTION } from '../src/service/retention.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { type Bench, openBench } from './event-bench.ts';

const PRUNE_LOCK = 7_301_003;
const MORE_THAN_TWO_BATCHES = 2 * ROWS_AT_ONCE + 1;

let bench: Bench;

beforeAll(async () => {
  bench = await openBench();
  await bench.query('create table note (id int, written_at timestamptz)');
});

afterAll(() => bench?.[Symbol.asyncDispose]());

it('leaves everything to the replica that is at it', async () => {
  await bench.query(`insert into note values (1, now() - interval '2 days')`);
  const other = new pg.Client(bench.databaseUrl);
  await other.connect();
  await other.query('begin');
  await other.query('select pg_advisory_xact_lock($1)', [PRUNE_LOCK]);

  await prune();
  expect(await bench.query('select id from note')).toEqual([{ id: 1 }]);

  await other.query('commit');
  await other.end();
  await prune();
  expect(await bench.query('select id from note')).toEqual([]);
});

it('deletes what is no longer needed, however much it is, and nothing else', async () => {
  await bench.query(
    `insert into inbox (event_id, applied_at, state)
     select gen_random_uuid(), now() - interval '15 days', 'applied' from generate_series(1, ?::int)
     union all select gen_random_uuid(), now() - interval '13 days', 'applied'
     union all select gen_random_uuid(), now() - interval '15 days', 'unfinished'`,
    [MORE_THAN_TWO_BATCHES],
  );
  await bench.query(
    `insert into outbox (event_id, topic, key, type, payload, request_id, occurred_at, sent_at, refused_at)
     select gen_random_uuid(), 'orders.v1', 'order:1', kind, '{}', 'test', now() - interval '3 days', sent_at, refused_at
     from (values ('sent', now() - interval '3 days', null::timestamptz),
                  ('just sent', now() - interval '1 day', null),
                  ('unsent', null, null),
                  ('refused', null, now())) as old (kind, sent_at, refused_at)`,
  );
  await prune();

  expect(await bench.query('select state from inbox order by state')).toEqual([
    { state: 'applied' },
    { state: 'unfinished' },
  ]);
  expect(await bench.query('select type from outbox order by type')).toEqual([
    { type: 'just sent' },
    { type: 'refused' },
    { type: 'unsent' },
  ]);
});

it('deletes sooner what has to stay for less time', async () => {
  await bench.query('delete from inbox');
  await bench.query(
    `insert into inbox (event_id, applied_at, state)
     select gen_random_uuid(), now() - age * interval '1 minute', 'applied' from (values (1), (3)) as mark (age)`,
  );
  const left = async () => (await bench.query('select from inbox')).length;

  await prune([], { ...USUAL_RETENTION, INBOX_RETENTION_MS: 4 * 60_000 });
  expect(await left()).toBe(2);
  await prune([], { ...USUAL_RETENTION, INBOX_RETENTION_MS: 2 * 60_000 });
  expect(await left()).toBe(1);
});

it('finds them by an index', async () => {
  await bench.orm.em.fork().transactional(async (tx) => {
    await tx.execute('set local enable_seqscan = off');
    const plan = await tx.execute<object[]>(`explain select from outbox where sent_at < now() - interval '2 days'`);
    expect(JSON.stringify(plan)).not.toContain('Seq Scan');
  });
});

describe('the audit', () => {
  const write = (action: string, days: number) =>
    bench.query(
      `insert into audit values (gen_random_uuid(), now() - ? * interval '1 day', 'one', 'admin', ?, 'note:1', 'none', '[]')`,
      [days, action],
    );
  const actions = async () => (await bench.query('select action from audit order by 1')).map(({ action }) => action);

  it('cannot be changed, emptied, or shortened by less than a year', async () => {
    await write('young', 364);

    for (const sql of [
      `update audit set action = 'other'`,
      'delete from audit',
      'truncate audit',
      `insert into audit select * from audit on conflict (id) do update set action = 'other'`,
    ])
      await expect(bench.query(sql)).rejects.toThrow('audit is append-only');
    expect(await actions()).toEqual(['young']);
  });

  it('is never pruned unless a number of days is set', async () => {
    await write('old', 401);
    await write('older', 500);

    await prune();
    expect(await actions()).toEqual(['old', 'older', 'young']);
    await prune(auditPrune(450));
    expect(await actions()).toEqual(['old', 'young']);
  });
});

async function prune(more: readonly PruneRule[] = [], retention = USUAL_RETENTION) {
  const rules = [{ table: 'note', where: `written_at < now() - interval '1 day'` }, ...more];
  const context = { em: bench.orm.em.fork(), now: () => new Date() } as BaseContext;
  for (const job of [outboxPartitions(retention), pruneJob(rules, retention)])
    await job.run(context, new AbortController().signal);
}
