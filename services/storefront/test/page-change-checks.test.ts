import { randomBytes } from 'node:crypto';
import { withoutTls } from '@estampa/kit/postgres/address';
import { connectDb, type Orm } from '@estampa/kit/postgres/connect';
import { createDatabase, dropDatabase } from '@estampa/stack/infrastructure/databases';
import { templateOf } from '@estampa/testing/database-templates';
import { currentTestRun } from '@estampa/testing/test-run';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../src/db/migrations.ts';
import { MARK_MAX_AGE_S, NAMES_MAX, pageChanges } from '../src/db/page-change-repository.ts';

const { infrastructure, secrets, isDisposable } = currentTestRun();
const databaseName = `page_changes_${randomBytes(4).toString('hex')}`;
let database: pg.Pool;
let orm: Orm & AsyncDisposable;
beforeAll(async () => {
  const access = { name: databaseName, password: secrets.databasePassword };
  const template = isDisposable ? await templateOf('storefront') : undefined;
  const url = await createDatabase(infrastructure.postgres.url, access, template);
  orm = await connectDb(withoutTls(url), [], migrations);
  database = new pg.Pool({ connectionString: url });
  // Its end does not wait until its connections are closed, so that the dropped database may close them.
  database.on('error', () => {});
});
afterAll(async () => {
  await Promise.all([orm?.[Symbol.asyncDispose](), database?.end()]);
  await dropDatabase(infrastructure.postgres.url, databaseName);
});

const check = (mark: string) => pageChanges.find(orm.em.fork(), mark);
const markNow = async () => (await check('')).mark;
const namesSince = async (mark: string) => (await check(mark)).names?.toSorted();
const change = (...names: string[]) => orm.em.fork().transactional((tx) => pageChanges.insert(tx, names));

/** A transaction that has changed something and is still open. */
async function begun(name: string): Promise<{ end(how: 'commit' | 'rollback'): Promise<void> }> {
  const client = await database.connect();
  await client.query('begin');
  await client.query('insert into page_change (names) values ($1)', [[name]]);
  return {
    async end(how) {
      await client.query(how);
      client.release();
    },
  };
}

describe('a check', () => {
  it('names each change since the earlier check once', async () => {
    const mark = await markNow();
    expect(await namesSince(mark)).toEqual([]);

    await change('b', 'a');
    await change('b');

    expect(await namesSince(mark)).toEqual(['a', 'b']);
    expect(await namesSince(await markNow())).toEqual([]);
  });

  it('names each change once it is committed, in whatever order transactions begin and commit', async () => {
    const first = await begun('first');
    const second = await begun('second');
    const undone = await begun('undone');
    const before = await markNow();
    expect(await namesSince(before)).toEqual([]);

    await second.end('commit');
    const between = await check(before);
    expect(between.names).toEqual(['second']);

    const third = await begun('third');
    await undone.end('rollback');
    await third.end('commit');
    await first.end('commit');
    expect(await namesSince(between.mark)).toEqual(['first', 'third']);
    expect(await namesSince(before)).toEqual(['first', 'second', 'third']);
  });

  it.each(['', 'x', ' ', '1:2:', `${'0'.repeat(36)} 1 1:2:`])(
    'reports everything as changed after the mark %j',
    async (mark) => {
      expect((await check(mark)).names).toBeNull();
    },
  );

  it('reports everything as changed after a mark that is too old', async () => {
    const mark = await markNow();
    const aged = (seconds: number) => mark.replace(/ (\d+) /, (_all, at) => ` ${Number(at) - seconds} `);

    expect((await check(aged(MARK_MAX_AGE_S - 10))).names).toEqual([]);
    expect((await check(aged(MARK_MAX_AGE_S + 1))).names).toBeNull();
  });

  it('lists names up to the limit, and reports everything as changed beyond it', async () => {
    const mark = await markNow();
    await change(...Array.from({ length: NAMES_MAX }, (_one, at) => `n${at}`));
    expect((await check(mark)).names).toHaveLength(NAMES_MAX);

    await change('one-more');
    expect((await check(mark)).names).toBeNull();
  });

  it('reports everything as changed when the tables start empty, as after a crash', async () => {
    const mark = await markNow();

    await database.query('truncate page_change, page_change_epoch');

    expect((await check(mark)).names).toBeNull();
    expect(await namesSince(await markNow())).toEqual([]);
  });

  it('reports everything as changed when the previous version has changed something', async () => {
    const mark = await markNow();

    await database.query('update change_mark set value = value + 1 where shard = 3');

    expect((await check(mark)).names).toBeNull();
  });
});
