import { type Call, newCall, runInCall } from '../src/rpc/call.ts';
import { withoutTls } from '../src/postgres/address.ts';
import { connectDb, type Orm } from '../src/postgres/connect.ts';
import { appendEvent } from '../src/events/outbox.ts';
import { integer } from '../src/postgres/columns.ts';
import { statement } from '../src/postgres/statement.ts';
import { eventually } from '@estampa/testing/eventually';
import type { EntityManager } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import pg from 'pg';
import { emptyDatabase } from './bench.ts';
import { countingProxy } from './counting-proxy.ts';

let resources: AsyncDisposableStack;
let proxy: Awaited<ReturnType<typeof countingProxy>>;
let orm: Orm;
/** Beside the pool. */
let watcher: pg.Client;

const ADD = statement('insert into note values ($1) returning id', { id: integer });
const COUNT = statement('select count(*) as notes from note', { notes: integer });
const notes = async () => (await COUNT.first(orm.em.fork(), []))!.notes;
const transaction = (run: (tx: EntityManager) => Promise<unknown>) => orm.em.fork().transactional(run);
const report = (tx: EntityManager, id: string) =>
  appendEvent(tx, 'orders.v1', { toJSON: (value) => value }, { type: 'noted', key: `order:${id}`, message: {} });

const sessions = (count: number, condition: string) =>
  eventually(async () => {
    const { rows } = await watcher.query(
      `select from pg_stat_activity where datname = current_database() and ${condition}`,
    );
    expect(rows).toHaveLength(count);
  });

beforeAll(async () => {
  resources = new AsyncDisposableStack();
  const { url } = resources.use(await emptyDatabase());
  proxy = resources.use(await countingProxy(url));
  orm = resources.use(await connectDb(withoutTls(proxy.url), [], []));
  watcher = new pg.Client(url);
  await watcher.connect();
  resources.defer(() => watcher.end());
  await orm.em.fork().execute('create table note (id int primary key)');
});
afterAll(() => resources?.disposeAsync());
beforeEach(() => orm.em.fork().execute('truncate note'));

describe('a transaction that has ended', () => {
  it('rejects a branch that goes on after another one has failed, so that nothing is written after the rollback', async () => {
    const failed = Promise.withResolvers<void>();
    let late: Promise<unknown[]> | undefined;

    const failing = transaction(async (tx) => {
      await COUNT.first(tx, []);
      const branch = async (id: number, request: () => Promise<unknown>) => {
        await failed.promise;
        for (let tick = 0; tick < id; tick += 1) await Promise.resolve();
        return request();
      };
      // Whenever they come, and by whichever function.
      const branches = Array.from({ length: 60 }, (_, ticks) => {
        if (ticks % 2) return branch(ticks, () => ADD.all(tx, [ticks]));
        return branch(ticks, () => tx.execute('insert into note values (?)', [ticks]));
      });
      late = Promise.allSettled(branches);
      failed.resolve();
      await Promise.all([...branches, Promise.reject(new Error('changed my mind'))]);
    });

    await expect(failing).rejects.toThrow('changed my mind');
    await late;
    expect(await notes()).toBe(0);
  });

  it('is not reported as committed when PostgreSQL has rolled it back', async () => {
    const failing = transaction(async (tx) => {
      await ADD.all(tx, [1]);
      await ADD.all(tx, [1]).catch(() => undefined);
    });

    await expect(failing).rejects.toThrow('rolled back');
    expect(await notes()).toBe(0);
  });

  it('takes no more writes for its end', async () => {
    let ended: EntityManager | undefined;
    await transaction(async (tx) => {
      ended = tx;
      await COUNT.first(tx, []);
    });

    expect(() => ADD.onCommit(ended!, [1])).toThrow('transaction');
    expect(() => report(ended!, '1')).toThrow('transaction');
  });
});

describe('a call that is given up', () => {
  const inCall = <T>(call: Partial<Call>, run: () => Promise<T>) =>
    runInCall(newCall({ requestId: 'given up', ...call }), run);

  it.each([
    ['a statement', (em: EntityManager) => em.execute('select pg_sleep(60)')],
    ['a transaction', (em: EntityManager) => em.transactional((tx) => tx.execute('select pg_sleep(60)'))],
  ])('cancels %s, without harm to later transactions', async (_what, request) => {
    const given = new AbortController();
    const requested = inCall({ signal: given.signal }, () => request(orm.em.fork()));
    await sessions(1, `wait_event = 'PgSleep'`);

    given.abort();
    const others = Array.from({ length: 20 }, () => orm.em.fork().execute('select 1 as one'));

    await expect(requested).rejects.toThrow('due to user request');
    expect(await Promise.all(others)).toEqual(Array.from({ length: 20 }, () => [{ one: 1 }]));
  });

  it('waits for locks no longer than for its response, which its first round trip says', async () => {
    const deadline = Date.now() + 30_000;
    let limit = '';

    const trips = await proxy.count(() =>
      inCall({ deadline }, () =>
        transaction(async (tx) => {
          [{ lock_timeout: limit }] = await tx.execute<[{ lock_timeout: string }]>('show lock_timeout');
        }),
      ),
    );

    expect(trips).toBe(2);
    expect(Number.parseInt(limit, 10)).toBeGreaterThan(0);
    expect(limit).toMatch(/^\d+(s|ms)$/);
    expect(await orm.em.fork().execute('show lock_timeout')).toEqual([{ lock_timeout: '0' }]);
  });
});

describe('consumers and jobs', () => {
  it('take four connections at most, and none of those that requests need', async () => {
    const going = Promise.withResolvers<void>();
    const occupy = () =>
      orm.em.fork().transactional(async (tx) => {
        await tx.execute('select 1');
        await going.promise;
      });
    const background = Array.from({ length: 12 }, () => runInCall(newCall({ requestId: 'job', lane: 'jobs' }), occupy));
    await sessions(4, `state = 'idle in transaction'`);
    const requests = Array.from({ length: 10 }, occupy);
    await sessions(14, `state = 'idle in transaction'`);

    going.resolve();
    expect(await Promise.all([...background, ...requests])).toHaveLength(22);
  });
});
