import { randomBytes } from 'node:crypto';
import { withoutTls } from '../src/postgres/address.ts';
import { connectDb, databaseRejection } from '../src/postgres/connect.ts';
import { endingLeases } from '../src/service/lease.ts';
import { isOutdatedPlan, isTransient } from '../src/postgres/transient-errors.ts';
import { boolean, integer, json, list, moment, nullable, oneOf, statement, text } from '../src/postgres/statement.ts';
import { createDatabase } from '@estampa/stack/infrastructure/databases';
import { currentTestRun } from '@estampa/testing/test-run';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const { infrastructure, secrets } = currentTestRun();
let orm: Awaited<ReturnType<typeof connectDb>>;

beforeAll(async () => {
  const name = `statement_${randomBytes(4).toString('hex')}`;
  const url = await createDatabase(infrastructure.postgres.url, { name, password: secrets.databasePassword });
  orm = await connectDb(withoutTls(url), [], []);
  await orm.em.fork().execute('create table counter (id int primary key, value int not null)');
});

afterAll(() => orm?.[Symbol.asyncDispose]());

const ALL_TYPES = statement(
  `select $1::text as word, $2::boolean as yes, $3::timestamptz as at, 7::bigint as big, sum(v) as total,
     array['a', 'b'] as words, '{"deep": [1]}'::jsonb as fact, null::text as nothing
   from unnest(array[1, 2]) as v`,
  {
    word: text,
    yes: boolean,
    at: moment,
    big: integer,
    total: integer,
    words: list(text),
    fact: json<{ deep: number[] }>(),
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
      fact: { deep: [1] },
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

describe('a lease', () => {
  const end = endingLeases({ table: 'shared_task', key: 'name', also: ['failures'] });
  const at = (ms: number) => new Date(1_800_000_000_000 + ms);
  const FIND = statement('select due_at as "dueAt", failures from shared_task', {
    dueAt: nullable(moment),
    failures: integer,
  });
  const found = () => FIND.first(orm.em.fork(), []);

  beforeAll(() => orm.em.fork().execute('create table shared_task (name text, due_at timestamptz, failures int)'));
  beforeEach(() => orm.em.fork().execute('delete from shared_task'));
  beforeEach(() => orm.em.fork().execute(`insert into shared_task values ('sweep', ?, 0)`, [at(20_001)]));

  it('is ended by who has it, once', async () => {
    expect(await end(orm.em.fork(), { key: 'sweep', until: at(20_001) }, at(60_000), 3)).toBe(true);
    expect(await found()).toEqual({ dueAt: at(60_000), failures: 3 });
    expect(await end(orm.em.fork(), { key: 'sweep', until: at(20_001) }, null, 0)).toBe(false);
  });

  it.each([
    ['another has taken the row since', at(40_000)],
    ['the row is wanted sooner', at(5)],
    ['nothing is to be done any more', null],
  ])('is lost when %s', async (_what, dueAt) => {
    await orm.em.fork().execute('update shared_task set due_at = ?', [dueAt]);

    expect(await end(orm.em.fork(), { key: 'sweep', until: at(20_001) }, at(60_000), 3)).toBe(false);
    expect(await found()).toEqual({ dueAt, failures: 0 });
  });
});
