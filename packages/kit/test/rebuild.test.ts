import { newId } from '@estampa/kernel/ids';
import { type EntityManager } from '@mikro-orm/postgresql';
import { Migration } from '@mikro-orm/migrations';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ReadModel, rebuildReadModel } from '../src/events/rebuild.ts';
import type { RebuildPhase } from '../src/events/rebuild-reader.ts';
import { subscribe } from '../src/events/subscribe.ts';
import { withoutTls } from '../src/postgres/address.ts';
import { connectDb } from '../src/postgres/connect.ts';
import { currentTestRun } from '@estampa/testing/test-run';
import { type Bench, openBench } from './event-bench.ts';

const REBUILD_LOCK = 7_301_005;
const DEADLINE_MS = 60_000;

class Things extends Migration {
  override name = 'Things';
  override up(): void {
    this.addSql('create table thing (name text primary key, seen int not null default 1)');
    this.addSql('create table note (text text not null)');
  }
}

type Thing = { name: string; isRejected?: boolean };
type Context = { em: EntityManager; phase: RebuildPhase };

let bench: Bench;
let exitCode: typeof process.exitCode;
beforeAll(async () => {
  bench = await openBench({ partitions: 2 });
  await connectDb(withoutTls(bench.databaseUrl), [], [Things]).then((orm) => orm.close(true));
});
afterAll(() => bench?.[Symbol.asyncDispose]());
beforeEach(async () => {
  exitCode = process.exitCode;
  await bench.query('truncate thing, note, inbox, dead_letter');
  await bench.query(`insert into thing values ('STALE', 9)`);
});
afterEach(() => void (process.exitCode = exitCode));

const publish = (thing: Thing, key = `order:${newId()}`, id?: string) => bench.publish('orders.v1', key, thing, id);
const things = async () => (await bench.query<Thing>('select name from thing order by name')).map(({ name }) => name);
const notes = async () => (await bench.query<{ text: string }>('select text from note')).map(({ text }) => text);
const leftovers = () => bench.query(`select from pg_namespace where nspname = 'rebuild'`);

/** Things by name, in capitals once they are derived. */
async function rebuild(changes: Partial<ReadModel<Context>> = {}): Promise<void> {
  const { databaseUrl, topicPrefix } = bench;
  await rebuildReadModel<Context>({
    service: bench.name,
    config: {
      LOG_LEVEL: 'silent',
      DATABASE_URL: databaseUrl,
      DATABASE_TLS: 'disable',
      KAFKA_BROKERS: currentTestRun().infrastructure.kafka.brokers.split(','),
      KAFKA_DRIVER: 'kafkajs',
      KAFKA_TOPIC_PREFIX: topicPrefix,
    } as never,
    migrations: [Things],
    consumers: [
      {
        topic: 'orders.v1',
        on: {
          order: subscribe(
            { fromJSON: (json) => json as Thing },
            {
              apply: async ({ em }: Context, { name, isRejected }) => {
                await em.execute(
                  'insert into thing values (?) on conflict (name) do update set seen = thing.seen + 1',
                  [name],
                );
                if (isRejected) throw new Error(`${name} is rejected`);
              },
            },
          ),
        },
      },
    ],
    tables: ['thing'],
    context: ({ em }, phase) => ({ em, phase }),
    derive: (em) => em.execute('update thing set name = upper(name)'),
    finishLeftovers: async () => undefined,
    complete: async () => [],
    changed: (tx) => tx.execute(`insert into note values ('changed')`),
    ...changes,
  });
}

it(
  'replaces the tables by what the topics say, and nothing else',
  async () => {
    await bench.query(`insert into note values ('stays')`);
    const unfinished = newId();
    await bench.query(`insert into inbox (event_id, state) values (?, 'unfinished')`, [unfinished]);
    await publish({ name: 'a' });
    await publish({ name: 'b' });
    await publish({ name: 'not consumed' }, `payment:${newId()}`);
    const steps: string[] = [];

    await rebuild({
      context: ({ em }, phase) => {
        steps.push(phase);
        return { em, phase };
      },
      derive: async (em) => {
        steps.push('derive');
        await em.execute('update thing set name = upper(name)');
        // What comes meanwhile is applied as usual, before the tables are replaced.
        await publish({ name: 'late' });
      },
      complete: async (tx) => {
        steps.push('complete');
        expect(await tx.execute('select name from thing order by name')).toHaveLength(3);
        return [unfinished];
      },
    });

    expect(process.exitCode).toBe(exitCode);
    expect(await things()).toEqual(['A', 'B', 'late']);
    expect(await notes()).toEqual(['stays', 'changed']);
    expect([...new Set(steps)]).toEqual(['collect', 'derive', 'follow', 'complete']);
    expect(await bench.query('select state from inbox')).toEqual([{ state: 'applied' }]);
    expect(await leftovers()).toEqual([]);
  },
  DEADLINE_MS,
);

it(
  'leaves the tables as they were while another rebuild runs',
  async () => {
    const other = new pg.Client(bench.databaseUrl);
    await other.connect();
    await other.query('select pg_advisory_lock($1)', [REBUILD_LOCK]);

    await rebuild();
    await other.end();

    expect(process.exitCode).toBe(1);
    expect(await things()).toEqual(['STALE']);
    expect(await notes()).toEqual([]);
  },
  DEADLINE_MS,
);

it(
  'tries again when a reader has the tables, and puts them in their place when it has gone',
  async () => {
    const reader = new pg.Client(bench.databaseUrl);
    await reader.connect();
    await reader.query('begin; lock table thing in access share mode');
    let attempts = 0;

    await rebuild({
      finishLeftovers: async () => {
        attempts += 1;
        if (attempts === 2) await reader.end();
      },
    });

    expect(attempts).toBe(2);
    expect(process.exitCode).toBe(exitCode);
    expect(await notes()).toEqual(['changed']);
  },
  DEADLINE_MS,
);

it(
  'loses no event that the service has applied, and none but what is a dead letter there too',
  async () => {
    const id = newId();
    await publish({ name: 'bad', isRejected: true }, `order:${newId()}`, id);

    await rebuild();
    expect(process.exitCode).toBe(1);
    expect(await things()).toEqual(['STALE']);
    expect(await leftovers()).toEqual([]);

    process.exitCode = exitCode;
    await bench.query(
      `insert into dead_letter (event_id, topic, key, type, payload, reason, attempts)
       values (?, 'orders.v1', 'order:x', 'changed', '{}', 'x', 5)`,
      [id],
    );
    await rebuild();

    expect(process.exitCode).toBe(exitCode);
    expect(await things()).not.toContain('STALE');
    expect(await things()).not.toContain('BAD');
  },
  DEADLINE_MS,
);
