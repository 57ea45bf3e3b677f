import { randomUUID } from 'node:crypto';
import { eventually } from '@estampa/testing/eventually';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withoutTls } from '../src/postgres/address.ts';
import { integer, key, text, uuid } from '../src/postgres/columns.ts';
import { connectDb, type Orm } from '../src/postgres/connect.ts';
import { checkDatabase } from '../src/postgres/database-check.ts';
import { waitForDurability } from '../src/postgres/durability.ts';
import { addRow, insertNew } from '../src/postgres/insert-new.ts';
import { grantUse } from '../src/postgres/migrate.ts';
import { renameTable } from '../src/postgres/rename-table.ts';
import { table } from '../src/postgres/table.ts';
import { emptyDatabase, servedDatabase } from './bench.ts';

const note = table('note', { id: key(uuid), word: text, pages: integer });

let resources: AsyncDisposableStack;
let url: string;
let orm: Orm;
beforeAll(async () => {
  resources = new AsyncDisposableStack();
  url = resources.use(await emptyDatabase()).url;
  orm = resources.use(await connectDb(withoutTls(url), [note.Row], []));
});
afterAll(() => resources?.disposeAsync());
beforeEach(() =>
  query('drop table if exists note, page; create table note (id uuid primary key, word text unique, pages int)'),
);

const query = <Row = Record<string, unknown>>(sql: string) => orm.em.fork().execute<Row[]>(sql);
const inTransaction = <T>(run: Parameters<typeof orm.em.transactional<T>>[0]) => orm.em.fork().transactional(run);

describe('a new row', () => {
  const aNote = (word: string) => ({ id: randomUUID(), word, pages: 2 });

  it('is inserted at once, unless there is one like it', async () => {
    const [first, second] = [aNote('one'), aNote('one')];
    await inTransaction(async (tx) => {
      const row = await insertNew(tx, note.Row, first);
      expect(row).toMatchObject(first);
      expect(await tx.execute('select word from note')).toEqual([{ word: 'one' }]);
      // It is one of the rows that the transaction knows.
      row!.pages = 3;
      expect(await insertNew(tx, note.Row, second)).toBeNull();
    });

    expect(await query('select * from note')).toEqual([{ ...first, pages: 3 }]);
  });

  it('is written with the others of its transaction', async () => {
    const added = aNote('one');
    await inTransaction(async (tx) => {
      addRow(tx, note.Row, added);
      expect(await tx.execute('select from note')).toEqual([]);
    });

    expect(await query('select * from note')).toEqual([added]);
  });
});

it('a table takes another name with all that is called after it', async () => {
  await query('create index note_by_pages on note (pages); create index other_name on note (pages, word)');
  for (const sql of renameTable('note', 'page')) await query(sql);

  const names = await query<{ name: string }>(`
    select conname as name from pg_constraint where conrelid = 'page'::regclass
    union select indexname from pg_indexes where tablename = 'page' order by name`);
  expect(names.map(({ name }) => name).filter((name) => !name.endsWith('_null'))).toEqual([
    'other_name',
    'page_by_pages',
    'page_pkey',
    'page_word_key',
  ]);
});

it('what was committed without waiting for the disk is on it after a commit that waits', async () => {
  await inTransaction(async (tx) => tx.execute('set local synchronous_commit = off; create table page (id int)'));
  const [before] = await query<{ at: string }>('select pg_current_wal_insert_lsn() as at');
  await waitForDurability(orm.em.fork());

  const [flushed] = await query(`select pg_current_wal_flush_lsn() >= '${before!.at}'::pg_lsn as all`);
  expect(flushed).toEqual({ all: true });
});

describe('the check of a database', () => {
  const sessions = () =>
    query(`select pid from pg_stat_activity where application_name = 'readiness' and datname = current_database()`);

  it('queries it over one connection, which ends with the check', async () => {
    const { check, ...checking } = checkDatabase(withoutTls(url));
    await check();
    const [first] = await sessions();
    await check();

    expect(await sessions()).toEqual([first]);
    await checking[Symbol.asyncDispose]();
    await eventually(async () => expect(await sessions()).toEqual([]));
  });

  it('goes on over another connection when it has lost its own', async () => {
    await using checking = checkDatabase(withoutTls(url));
    await checking.check();
    const [lost] = await sessions();
    await query(`select pg_terminate_backend(${String(lost!['pid'])})`);
    // What is on its way when the connection goes fails once.
    await eventually(() => checking.check().then(() => true));

    expect(await sessions()).toHaveLength(1);
    expect(await sessions()).not.toEqual([lost]);
  });

  it('fails while there is none', async () => {
    const away = new URL(url);
    away.port = '1';
    await using checking = checkDatabase(withoutTls(away.href));

    await expect(checking.check()).rejects.toThrow('ECONNREFUSED');
  });
});

it('a role that only serves reads and writes the tables of another, those of later too, and changes none', async () => {
  await using serving = await servedDatabase();
  const { owner, role } = serving;
  await using owned = await connectDb(withoutTls(owner.href), [], []);
  const make = (name: string) =>
    owned.em.fork().execute(`create table ${name} (id int generated always as identity, word text)`);
  await make('before');
  await make('ledger');
  await owned.em.fork().execute(`
    create function reject() returns trigger language plpgsql as $$begin raise exception 'append-only'; end$$;
    create trigger append_only before update or delete on ledger for each statement execute function reject()`);
  await grantUse(owned.em.fork(), role);
  await make('later');

  const client = new pg.Client(serving.url);
  await client.connect();
  try {
    for (const name of ['before', 'later']) {
      await client.query(`insert into ${name} (word) values ('a')`);
      await client.query(`update ${name} set word = 'b'`);
      expect((await client.query(`select id, word from ${name}`)).rows).toEqual([{ id: 1, word: 'b' }]);
      expect((await client.query(`delete from ${name}`)).rowCount).toBe(1);
      await expect(client.query(`alter table ${name} add column more text`)).rejects.toMatchObject({ code: '42501' });
    }
    await client.query(`insert into ledger (word) values ('a')`);
    expect((await client.query('select word from ledger')).rows).toEqual([{ word: 'a' }]);
    await expect(client.query(`update ledger set word = 'b'`)).rejects.toMatchObject({ code: '42501' });
    await expect(client.query('delete from ledger')).rejects.toMatchObject({ code: '42501' });
  } finally {
    await client.end();
  }
});
