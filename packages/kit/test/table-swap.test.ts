import { newId } from '@estampa/kernel/ids';
import type { EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TopicReplay } from '../src/events/topic-replay.ts';
import { swapTables } from '../src/postgres/table-swap.ts';
import { createLog } from '../src/telemetry/log.ts';
import { benchDatabase } from './bench.ts';

let database: Awaited<ReturnType<typeof benchDatabase>>;
let steps: string[];
/** Where what is read stands, each time that it is asked. */
let caughtUp: () => Promise<void>;

beforeAll(async () => {
  database = await benchDatabase();
});
afterAll(() => database?.[Symbol.asyncDispose]());
beforeEach(async () => {
  [steps, caughtUp] = [[], async () => undefined];
  await query(`drop schema if exists rebuild cascade; drop table if exists thing, other; truncate inbox;
               create schema rebuild;
               create table thing as select 'old' as name; create table other as select 'old' as name;
               create table rebuild.thing as select 'new' as name; create table rebuild.other as select 'new' as name`);
});

const query = <Row = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  database.orm.em.fork().execute<Row[]>(sql, values);
const namesIn = async (em: EntityManager = database.orm.em.fork()) =>
  (await em.execute<{ name: string }[]>('select name from thing union all select name from other')).map(
    ({ name }) => name,
  );

/** Stands in for the topics, which would need Kafka. */
const replay = {
  async caughtUp(_report: unknown, signal: AbortSignal) {
    steps.push(`caught up${signal.aborted ? ' too late' : ''}`);
    await caughtUp();
  },
  async pause() {
    steps.push('paused');
    return { release: () => steps.push('released') };
  },
  end: () => steps.push('ended'),
} as unknown as TopicReplay;

const swap = ({ complete = async (_tx: EntityManager): Promise<readonly string[]> => [] } = {}) =>
  swapTables({
    live: database.orm,
    fresh: database.orm,
    schema: 'rebuild',
    tables: ['thing', 'other'],
    replay,
    log: createLog('kit-test', 'silent'),
    finishLeftovers: async () => steps.push('leftovers'),
    async complete(tx) {
      steps.push(`completes ${(await namesIn(tx)).join()}`);
      return complete(tx);
    },
    changed: async (tx) => steps.push(`changed ${(await namesIn(tx)).join()}`),
  });

const ONCE = ['leftovers', 'caught up', 'paused', 'completes new,new', 'changed new,new', 'ended'];

describe('tables that were made anew', () => {
  it('replace the live ones, and nothing is applied after that', async () => {
    const [finished, open] = [newId(), newId()];
    await query(`insert into inbox (event_id, state) values (?, 'unfinished'), (?, 'unfinished')`, [finished, open]);
    await swap({ complete: async () => [finished] });

    expect(steps).toEqual(ONCE);
    expect(await namesIn()).toEqual(['new', 'new']);
    expect(await query('select to_regclass(?) as left', ['rebuild.thing'])).toEqual([{ left: null }]);
    expect(await query('select event_id, state from inbox order by state')).toEqual([
      { event_id: finished, state: 'applied' },
      { event_id: open, state: 'unfinished' },
    ]);
  });

  it('wait for a reader, while what is read goes on', async () => {
    const reader = new pg.Client(database.url);
    await reader.connect();
    await reader.query('begin; select from thing');
    let attempts = 0;
    await swap({
      complete: async () => {
        if ((attempts += 1) === 2) await reader.end();
        return [];
      },
    });

    expect(steps).toEqual([...ONCE.slice(0, 4), 'released', ...ONCE]);
  });

  it('wait for events that take too long to read', async () => {
    let attempts = 0;
    caughtUp = async () => {
      if ((attempts += 1) === 1) throw new Error('read', { cause: new DOMException('late', 'TimeoutError') });
    };
    await swap();

    expect(steps).toEqual(['leftovers', 'caught up', ...ONCE]);
  });

  it('are given up for any other reason, and the live ones stay', async () => {
    const failing = swap({ complete: () => Promise.reject(new Error('it is not complete')) });

    await expect(failing).rejects.toThrow('it is not complete');
    expect(steps).toEqual([...ONCE.slice(0, 4), 'released']);
    expect(await namesIn()).toEqual(['old', 'old']);
  });
});
