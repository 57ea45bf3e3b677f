import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { withoutTls } from '../src/postgres/address.ts';
import { connectDb, type Orm } from '../src/postgres/connect.ts';
import { settingsAmiss } from '../src/postgres/session-settings.ts';
import { REPOSITORY } from '@estampa/stack/paths';
import { eventually } from '@estampa/testing/eventually';
import { REUSED } from '@estampa/testing/reused-infrastructure';
import { currentTestRun } from '@estampa/testing/test-run';
import { expect, it } from 'vitest';
import pg from 'pg';
import { benchDatabase, emptyDatabase } from './bench.ts';

const logOf = (): string => {
  const files = [currentTestRun().directory, REUSED].map((directory) => join(directory, 'logs/postgres.log'));
  return readFileSync(
    files.find((file) => existsSync(file))!,
    'utf8',
  );
};

/** The settings of a role as the installation guide makes it. */
function settingsToMake(role: string): string {
  const [, sql = ''] = /```sql\n(alter role catalog [^`]+)```/.exec(
    readFileSync(join(REPOSITORY, 'docs/operations/install.md'), 'utf8'),
  )!;
  return sql.replaceAll('catalog', role);
}

it('contains a rejected statement, and nothing of its values, with a role as it is made for a local stack', async () => {
  await using database = await benchDatabase();
  await expect(mustRetainValues(database.orm)).resolves.toBeUndefined();
});

it('nor with one set up as in the installation guide, where a start reports no problem', async () => {
  await using database = await emptyDatabase();
  const role = new URL(database.url).username;
  const administrator = new pg.Client(currentTestRun().infrastructure.postgres.url);
  await administrator.connect();
  await administrator.query(`alter role ${role} reset all`);
  const amiss = async () => {
    await using orm = await connectDb({ ...withoutTls(database.url), pooled: true }, [], []);
    return (await settingsAmiss(orm)).map(({ setting }) => setting).toSorted();
  };

  expect(await amiss()).toEqual([
    'idle_in_transaction_session_timeout',
    'log_error_verbosity',
    'log_min_error_statement',
    'statement_timeout',
  ]);
  await administrator.query(settingsToMake(role));
  await administrator.end();
  expect(await amiss()).toEqual([]);
  await using orm = await connectDb({ ...withoutTls(database.url), pooled: true }, [], []);
  await mustRetainValues(orm);
});

async function mustRetainValues(orm: Orm): Promise<void> {
  const em = orm.em.fork();
  const constraint = `bench_${randomUUID().replaceAll('-', '')}`;
  const secret = `${randomUUID()}@demo.example`;
  await em.execute(`create table bench (email text constraint ${constraint} unique)`);
  await em.execute('insert into bench values (?)', [secret]);

  await expect(em.execute('insert into bench values (?)', [secret])).rejects.toThrow(constraint);

  await eventually(() => logOf().includes(constraint));
  expect(logOf()).not.toContain(secret);
}
