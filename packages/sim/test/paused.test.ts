import { randomBytes } from 'node:crypto';
import { createDatabase, dropDatabase } from '@estampa/stack/infrastructure/databases';
import { currentTestRun } from '@estampa/testing/test-run';
import { expect, it } from 'vitest';
import type { Backend } from '../src/postgres/backend.ts';
import { Database } from '../src/postgres/database.ts';
import { simpleQuery } from '../src/postgres/frames.ts';

const SETTINGS = `set deadlock_timeout = '1ms'; set log_lock_waits = on; set client_min_messages = log`;
const INSERT = 'insert into one values (1)';

const fails = async (session: Backend, sql: string): Promise<boolean> =>
  (await session.send(simpleQuery(sql))).some(({ type }) => type === 'E');

it('leaves it to the simulator which of two that are freed at once goes on first', async () => {
  const { url } = currentTestRun().infrastructure.postgres;
  const name = `sim_paused_${randomBytes(4).toString('hex')}`;
  await using resources = new AsyncDisposableStack();
  await createDatabase(url, { name, password: name });
  resources.defer(() => dropDatabase(url, name));
  const own = Object.assign(new URL(url), { pathname: name }).href;
  const database = await Database.open(own, own);
  resources.defer(() => database.close());
  const [first, second, third] = [await database.acquire(), await database.acquire(), await database.acquire()];
  for (const session of [first, second, third]) await fails(session, SETTINGS);

  await fails(first, `create table one (id int primary key)`);
  await fails(first, `begin; ${INSERT}`);
  const waiting = [second, third].map((session) => fails(session, INSERT));
  for (const session of [second, third]) {
    expect(await database.standing(session)).not.toBeNull();
    session.pause();
  }
  await fails(first, 'rollback');
  for (const session of [second, third]) expect(await database.waitOf(session)).toBeNull();

  third.resume();
  expect(await waiting[1]).toBe(false);
  second.resume();
  expect(await waiting[0]).toBe(true);
});
