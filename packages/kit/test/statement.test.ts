import { randomBytes, randomUUID } from 'node:crypto';
import { withoutTls } from '../src/postgres/address.ts';
import { connectDb, databaseRejection } from '../src/postgres/connect.ts';
import { endingLeases } from '../src/service/lease.ts';
import { isOutdatedPlan, isTransient } from '../src/postgres/transient-errors.ts';
import {
  bigint,
  boolean,
  bytes,
  float,
  hidden,
  integer,
  json,
  key,
  list,
  nullable,
  oneOf,
  text,
  textArray,
  timestamp,
  uuid,
} from '../src/postgres/columns.ts';
import { toRecord, toRecords } from '../src/postgres/rows.ts';
import { statement } from '../src/postgres/statement.ts';
import { table } from '../src/postgres/table.ts';
import { createDatabase } from '@estampa/stack/infrastructure/databases';
import { currentTestRun } from '@estampa/testing/test-run';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const { infrastructure, secrets } = currentTestRun();
let orm: Awaited<ReturnType<typeof connectDb>>;

beforeAll(async () => {
  const name = `statement_${randomBytes(4).toString('hex')}`;
  const url = await createDatabase(infrastructure.postgres.url, { name, password: secrets.databasePassword });
  orm = await connectDb(withoutTls(url), [sample.Row], []);
  await orm.em.fork().execute('create table counter (id int primary key, value int not null)');
  await orm.em.fork().execute(`create table sample (
    sample_id uuid primary key, word text not null, size text not null, yes boolean not null, data bytea not null,
    created_at timestamptz not null, line int not null, amount_cents bigint not null, detail jsonb not null, ratio float8 not null, sizes text[] not null, secret text not null,
    parent_id uuid, ended_at timestamptz, old_cents bigint, old_detail jsonb, old_ratio float8)`);
});

afterAll(() => orm?.[Symbol.asyncDispose]());

const sample = table('sample', {
  sampleId: key(uuid),
  word: text,
  size: oneOf(['S', 'M']),
  yes: boolean,
  data: bytes,
  createdAt: timestamp,
  line: integer,
  amountCents: bigint,
  detail: json<{ deepDown: number[] }>(),
  ratio: float,
  sizes: textArray(oneOf(['S', 'M'])),
  secret: hidden(text),
  parentId: nullable(uuid),
  endedAt: nullable(timestamp),
  oldCents: nullable(bigint),
  oldDetail: nullable(json<{ deepDown: number[] }>()),
  oldRatio: nullable(float),
});
const SAMPLES = sample.select('s', 'where s.sample_id = any($1::uuid[]) order by s.line');

const ALL_TYPES = statement(
  `select $1::text as word, $2::boolean as yes, $3::timestamptz as at, 7::bigint as big, sum(v) as total,
     array['a', 'b'] as words, '{"deep": [1]}'::jsonb as state, null::text as nothing
   from unnest(array[1, 2]) as v`,
  {
    word: text,
    yes: boolean,
    at: timestamp,
    big: integer,
    total: integer,
    words: list(text),
    state: json<{ deep: number[] }>(),
    nothing: nullable(text),
  },
);
const ADD = statement(
  'insert into counter values ($1, $2) on conflict (id) do update set value = counter.value + excluded.value returning value',
  { value: integer },
);

describe('a prepared statement', () => {
  it('gives every column as the type it promises', async () => {
    const at = new Date('2026-03-01T12:00:00.123Z');

    expect(await ALL_TYPES.first(orm.em.fork(), ["it's; --", true, at])).toEqual({
      word: "it's; --",
      yes: true,
      at,
      big: 7,
      total: 3,
      words: ['a', 'b'],
      state: { deep: [1] },
      nothing: null,
    });
  });

  it('is prepared once on a connection, whatever its values', async () => {
    const prepared = await orm.em.fork().transactional(async (tx) => {
      for (const value of [1, 2, 3]) await ADD.all(tx, [1, value]);
      return tx.execute(`select statement from pg_prepared_statements where statement like 'insert into counter%'`);
    });

    expect(prepared).toHaveLength(1);
  });

  it('is part of the transaction it runs in', async () => {
    const rolledBack = orm.em.fork().transactional(async (tx) => {
      await ADD.all(tx, [2, 5]);
      throw new Error('changed my mind');
    });

    await expect(rolledBack).rejects.toThrow('changed my mind');
    expect(await ADD.first(orm.em.fork(), [2, 1])).toEqual({ value: 1 });
  });

  it('works again on a new connection after a migration has changed a type', async () => {
    await orm.em.fork().execute('create table total (value int); insert into total values (7)');
    const READ = statement('select value from total', { value: integer });
    expect(await READ.first(orm.em.fork(), [])).toEqual({ value: 7 });
    await orm.em.fork().execute('alter table total alter column value type bigint');

    const outdated = await READ.first(orm.em.fork(), []).catch((error: unknown) => error);

    expect([isTransient(outdated), databaseRejection(outdated)?.reason]).toEqual([true, 'busy']);
    // A server may speak another language (lc_messages).
    expect(isOutdatedPlan(Object.assign(outdated as Error, { message: 'em outras palavras' }))).toBe(true);
    expect(await READ.first(orm.em.fork(), [])).toEqual({ value: 7 });
  });

  it.each([
    ['null where none is promised', 'select null::text as word', { word: text }, /"word" is not text but null/],
    ['another type', 'select 1 as word', { word: text }, /"word" is not text but number/],
    ['a column that is not selected', "select 'a' as other", { word: text }, /"word" is not text but undefined/],
    ['a word that is not on the list', "select 'c' as word", { word: oneOf(['a', 'b']) }, /"word" is not one of a, b/],
    ['a number that cannot be held exactly', 'select 9007199254740993 as big', { big: integer }, /"big" is not an int/],
  ])('rejects %s', async (_what, sql, columns, message) => {
    await expect(statement(sql, columns).all(orm.em.fork(), [])).rejects.toThrow(message);
  });
});

describe('a table that is defined once', () => {
  const aSample = (line: number) => ({
    sampleId: randomUUID(),
    word: "it's",
    size: 'M' as const,
    yes: true,
    data: Buffer.from([0, 255]),
    createdAt: new Date('2026-03-01T12:00:00.123Z'),
    line,
    amountCents: 6_000_000_000,
    detail: { deepDown: [1] },
    ratio: 0.1,
    sizes: ['S' as const, 'M' as const],
    secret: 'x',
    parentId: null,
    endedAt: null,
    oldCents: null,
    oldDetail: null,
    oldRatio: null,
  });
  const ENDED = {
    parentId: randomUUID(),
    endedAt: new Date('2026-03-02T12:00:00.456Z'),
    oldCents: -6_000_000_000,
    oldDetail: { deepDown: [] },
    oldRatio: 0.3,
    sizes: [],
  };

  it('inserts records, and changes of one the columns that are named', async () => {
    const { word, oldRatio } = sample.columns;
    const insert = statement(`${sample.insertRecords('$1')} on conflict do nothing`, {});
    const save = statement(`${sample.updateRecord('$1', { word, oldRatio })} and stored.line = given.line`, {});
    const [first, second] = [aSample(1), { ...aSample(2), ...ENDED }];
    const ids = [first.sampleId, second.sampleId];
    const em = orm.em.fork();

    await insert.all(em, [toRecords([first, second])]);
    expect(await SAMPLES.all(em, [ids])).toEqual([first, second]);

    const changed = { ...first, word: 'new', oldRatio: 0.7 };
    await save.all(em, [toRecord({ ...changed, yes: false })]);
    await save.all(em, [toRecord({ ...second, word: 'new', line: 3 })]);
    expect(await SAMPLES.all(em, [ids])).toEqual([changed, second]);
  });

  it('gives the rows that were inserted, and what was changed of them, alike to statements and to MikroORM', async () => {
    const rows = [aSample(1), aSample(2)];
    const ids = rows.map(({ sampleId }) => sampleId);
    const bothWays = async () => {
      const loaded = await orm.em.fork().find(sample.Row, { sampleId: ids }, { orderBy: { line: 'asc' } });
      return [await SAMPLES.all(orm.em.fork(), [ids]), loaded.map((row) => ({ ...row }))];
    };

    await orm.em.fork().transactional(async (tx) => {
      for (const row of rows) sample.insert(tx, row);
    });
    expect(await bothWays()).toEqual([rows, rows]);
    await orm.em.fork().transactional(async (tx) => {
      for (const row of await tx.find(sample.Row, { sampleId: ids })) tx.assign(row, ENDED);
    });

    const changed = rows.map((row) => ({ ...row, ...ENDED }));
    expect(await bothWays()).toEqual([changed, changed]);
    const [{ secret, ...shown }] = [changed[0]!];
    const loaded = await orm.em.fork().findOneOrFail(sample.Row, { sampleId: ids[0]! });
    expect([secret, JSON.stringify(loaded)]).toEqual(['x', JSON.stringify(shown)]);
  });
});

describe('a lease', () => {
  const end = endingLeases({ table: 'shared_task', key: 'name', also: ['failures'] });
  const at = (ms: number) => new Date(1_800_000_000_000 + ms);
  const LEASE = { due: nullable(timestamp), failures: integer };
  const FIND = statement('select due_at as due, failures from shared_task', LEASE);
  const found = () => FIND.first(orm.em.fork(), []);
  beforeAll(() => orm.em.fork().execute('create table shared_task (name text, due_at timestamptz, failures int)'));
  beforeEach(() => orm.em.fork().execute('delete from shared_task'));
  beforeEach(() => orm.em.fork().execute(`insert into shared_task values ('sweep', ?, 0)`, [at(20_001)]));

  it('is ended by who has it, once', async () => {
    expect(await end(orm.em.fork(), { key: 'sweep', until: at(20_001) }, at(60_000), 3)).toBe(true);
    expect(await found()).toEqual({ due: at(60_000), failures: 3 });
    expect(await end(orm.em.fork(), { key: 'sweep', until: at(20_001) }, null, 0)).toBe(false);
  });

  it('is that of the row which all columns of its key name', async () => {
    const endOfBoth = endingLeases({ table: 'shared_task', key: ['name', 'failures'] });

    expect(await endOfBoth(orm.em.fork(), { key: ['sweep', '1'], until: at(20_001) }, at(60_000))).toBe(false);
    expect(await endOfBoth(orm.em.fork(), { key: ['sweep', '0'], until: at(20_001) }, at(60_000))).toBe(true);
  });

  it.each([
    ['another has taken the row since', at(40_000)],
    ['the row is wanted sooner', at(5)],
    ['nothing is to be done any more', null],
  ])('is lost when %s', async (_what, dueAt) => {
    await orm.em.fork().execute('update shared_task set due_at = ?', [dueAt]);

    expect(await end(orm.em.fork(), { key: 'sweep', until: at(20_001) }, at(60_000), 3)).toBe(false);
    expect(await found()).toEqual({ due: dueAt, failures: 0 });
  });
});
