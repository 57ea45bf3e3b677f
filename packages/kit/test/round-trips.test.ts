import { randomBytes } from 'node:crypto';
import { withoutTls } from '../src/postgres/address.ts';
import { connectDb, type Orm } from '../src/postgres/connect.ts';
import { appendEvent } from '../src/events/outbox.ts';
import { integer } from '../src/postgres/columns.ts';
import { pipeline, statement } from '../src/postgres/statement.ts';
import { createDatabase } from '@estampa/stack/infrastructure/databases';
import { currentTestRun } from '@estampa/testing/test-run';
import type { EntityManager } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countingProxy } from './counting-proxy.ts';

const { infrastructure, secrets } = currentTestRun();
let resources: AsyncDisposableStack;
let proxy: Awaited<ReturnType<typeof countingProxy>>;
let orm: Orm;

const ADD = statement('insert into note values ($1) returning id', { id: integer });
const COUNT = statement('select count(*) as notes from note', { notes: integer });
const notes = async () => (await COUNT.first(orm.em.fork(), []))!.notes;
const transaction = (run: (tx: EntityManager) => Promise<unknown>) => orm.em.fork().transactional(run);
const report = (tx: EntityManager, id: string) =>
  appendEvent(tx, 'orders.v1', { toJSON: (value) => value }, { type: 'noted', key: `order:${id}`, message: {} });

beforeAll(async () => {
  resources = new AsyncDisposableStack();
  const name = `trips_${randomBytes(4).toString('hex')}`;
  const url = await createDatabase(infrastructure.postgres.url, { name, password: secrets.databasePassword });
  proxy = resources.use(await countingProxy(url));
  orm = resources.use(await connectDb(withoutTls(proxy.url), [], []));
  await orm.em.fork().execute('create table note (id int primary key)');
});
afterAll(() => resources?.disposeAsync());
beforeEach(() => orm.em.fork().execute('truncate note, outbox'));

describe('the round trips of a transaction', () => {
  it('are one to begin and read, and one to write, publish and commit', async () => {
    const trips = await proxy.count(() =>
      transaction(async (tx) => {
        await COUNT.first(tx, []);
        ADD.onCommit(tx, [1]);
        report(tx, '1');
        report(tx, '2');
      }),
    );

    expect(trips).toBe(2);
    expect(await notes()).toBe(1);
    const reported = await orm.em.fork().execute('select key from outbox order by id');
    expect(reported).toEqual([{ key: 'order:1' }, { key: 'order:2' }]);
  });

  it('are none for one that sends nothing', async () => {
    expect(await proxy.count(() => transaction(async () => undefined))).toBe(0);
  });

  it('are one for all that is requested of it at once, in the order of the requests', async () => {
    let seen: unknown;

    const trips = await proxy.count(() =>
      transaction(async (tx) => {
        seen = await Promise.all([ADD.all(tx, [1]), COUNT.first(tx, []), pipeline(tx, ADD.with(2), COUNT.with())]);
      }),
    );

    expect(trips).toBe(2);
    expect(seen).toEqual([[{ id: 1 }], { notes: 1 }, [[{ id: 2 }], [{ notes: 2 }]]]);
  });

  it('are one for statements in one pipeline, each of which sees what those before it did', async () => {
    let seen: unknown;

    const trips = await proxy.count(async () => {
      seen = await pipeline(orm.em.fork(), ADD.with(1), ADD.with(2), COUNT.with());
    });

    expect(trips).toBe(1);
    expect(seen).toEqual([[{ id: 1 }], [{ id: 2 }], [{ notes: 2 }]]);
  });
});

describe('a transaction', () => {
  it('commits nothing when a write that goes out with the commit fails, and leaves a connection that works', async () => {
    await ADD.all(orm.em.fork(), [1]);

    const failing = transaction(async (tx) => {
      ADD.onCommit(tx, [2]);
      ADD.onCommit(tx, [1]);
      ADD.onCommit(tx, [3]);
      report(tx, '1');
    });

    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await notes()).toBe(1);
    expect(await orm.em.fork().execute('select from outbox')).toEqual([]);
  });

  it('is rolled back completely when its work fails after a first statement, or before any', async () => {
    const failing = (first: (tx: EntityManager) => Promise<unknown>) =>
      transaction(async (tx) => {
        await first(tx);
        ADD.onCommit(tx, [2]);
        throw new Error('changed my mind');
      });

    await expect(failing((tx) => ADD.all(tx, [1]))).rejects.toThrow('changed my mind');
    await expect(failing(async () => undefined)).rejects.toThrow('changed my mind');
    expect(await notes()).toBe(0);
  });

  it('loses the late writes of an inner one with that one alone', async () => {
    await transaction(async (tx) => {
      ADD.onCommit(tx, [1]);
      await tx.transactional(async (inner) => ADD.onCommit(inner, [2]));
      const failing = tx.transactional(async (inner) => {
        ADD.onCommit(inner, [3]);
        throw new Error('only this one');
      });
      await expect(failing).rejects.toThrow('only this one');
    });

    const rows = await orm.em.fork().execute('select id from note order by id');
    expect(rows).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('gives its connection back when the server ends the session, however often that happens', async () => {
    await using few = await connectDb(withoutTls(proxy.url), [], [], { poolMax: 2 });
    const terminated = () =>
      few.em.fork().transactional((tx) => tx.execute('select pg_terminate_backend(pg_backend_pid())'));

    for (let time = 1; time <= 3; time += 1) await expect(terminated()).rejects.toMatchObject({ code: '57P01' });
    expect(await few.em.fork().transactional((tx) => COUNT.first(tx, []))).toEqual({ notes: 0 });
  });

  it('has an isolation level of its own when it needs one', async () => {
    const levels = await orm.em.fork().transactional((tx) => tx.execute('show transaction_isolation'), {
      isolationLevel: 'serializable' as never,
    });

    expect(levels).toEqual([{ transaction_isolation: 'serializable' }]);
  });

  it('reports the first failure of statements in one pipeline', async () => {
    const failing = transaction((tx) => pipeline(tx, ADD.with(1), ADD.with(1), COUNT.with()));

    await expect(failing).rejects.toMatchObject({ code: '23505' });
  });

  it('reports the first failure to all concurrent requests, and not that the transaction has failed', async () => {
    let reported: unknown[] = [];

    const failing = transaction(async (tx) => {
      const requested = [ADD.all(tx, [1]), ADD.all(tx, [1]), COUNT.all(tx, [])];
      reported = await Promise.allSettled(requested);
      await Promise.all(requested);
    });

    await expect(failing).rejects.toMatchObject({ code: '23505' });
    const whys = [{ value: [{ id: 1 }] }, { reason: { code: '23505' } }, { reason: { code: '23505' } }];
    expect(reported).toMatchObject(whys);
    expect(await notes()).toBe(0);
  });
});

it.each([
  [false, '10s'],
  [true, '0'],
])('sends no settings of a session to a pool (%s)', async (pooled, timeout) => {
  const other = await connectDb({ ...withoutTls(proxy.url), pooled }, [], []);

  expect(await other.em.fork().execute('show statement_timeout')).toEqual([{ statement_timeout: timeout }]);
  await other[Symbol.asyncDispose]();
});
