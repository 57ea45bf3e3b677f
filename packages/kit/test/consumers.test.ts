import { newId } from '@estampa/kernel/ids';
import type { Topic } from '@estampa/kernel/topics';
import { subscribe, type Received } from '../src/events/consumers.ts';
import { countAttempt } from '../src/events/dead-letters.ts';
import { exclusive } from '../src/events/state-locks.ts';
import { timestamp } from '../src/postgres/columns.ts';
import { pipeline, statement } from '../src/postgres/statement.ts';
import { eventually } from '@estampa/testing/eventually';
import { startService } from '@estampa/testing/start-service';
import { PayoutServiceClient } from '@estampa/contracts/payouts/v1/payouts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import pg from 'pg';
import { type Bench, type Context, openBench } from './event-bench.ts';
import { hangingReplica } from './hanging-replica.ts';

type Step = { number: number; fails?: boolean; locks?: boolean; isPaused?: boolean };
type Effect = { number: number; transaction: string; disk: string };

const SLOW_MS = 40_000;
const TRANSIENT_TRIES = 7;
const STEP = { fromJSON: (json: unknown) => json as Step };
const NOW = statement('select now()', { now: timestamp });

let bench: Bench;
let tries: Map<number, number>;
let paused: PromiseWithResolvers<void>;

beforeEach(async () => {
  bench = await openBench();
  tries = new Map();
  paused = Promise.withResolvers();
  await bench.query(`
    create table effect (
      id int generated always as identity, number int, transaction text default pg_current_xact_id()::text,
      disk text default current_setting('synchronous_commit')
    )`);
  await bench.query('create table account (id int primary key)');
  await bench.query('insert into account values (1)');
});

afterEach(async () => {
  paused.resolve();
  await bench[Symbol.asyncDispose]();
});

describe('events of one partition', () => {
  it('are applied in order, those of one fetch in one transaction', async () => {
    for (let number = 1; number <= 20; number += 1) await appendEvent({ number });
    const replica = await start();
    await settled(replica, await appendEvent({ number: 21 }));

    const effects = await effectsInOrder();
    expect(effects.map(({ number }) => number)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
    expect(new Set(effects.slice(0, 20).map(({ transaction }) => transaction)).size).toBe(1);
  });

  it('wait for the disk, unless the topic republishes all of it', async () => {
    const replica = await start();
    await settled(replica, await appendEvent({ number: 1 }));
    await settled(replica, await appendEvent({ number: 2 }, 'fulfillment.v1'), 'fulfillment.v1');

    expect((await effectsInOrder()).map(({ disk }) => disk)).toEqual(['on', 'off']);
  });

  it('go on past one that is rejected, which goes to dead_letter with its reason', async () => {
    await appendEvent({ number: 1 });
    const failing = await appendEvent({ number: 2, fails: true });
    const last = await appendEvent({ number: 3 });
    const replica = await start();

    await settled(replica, last);
    expect((await effectsInOrder()).map(({ number }) => number)).toEqual([1, 3]);
    expect(await bench.query('select * from dead_letter')).toMatchObject([
      { event_id: failing, topic: 'orders.v1', attempts: 5, reason: 'Error: failed 2', type: 'changed' },
    ]);
  });

  it('are counted across restarts: the next life does not begin at one', async () => {
    const failing = await appendEvent({ number: 1, fails: true });
    const first = await start();
    await eventually(() => expect(tries.get(1)).toBeGreaterThanOrEqual(2));
    await first.running[Symbol.asyncDispose]();
    const [before] = await bench.query<{ attempts: number }>('select attempts from event_attempt');
    const triedBefore = tries.get(1)!;

    const second = await start();
    expect(await second.watch.outcome([failing], { longestMs: SLOW_MS })).toBe('parked');
    expect(tries.get(1)! - triedBefore).toBe(5 - before!.attempts);
    expect(await bench.query('select * from event_attempt')).toEqual([]);
  });
});

it('counts what took too long over minutes, since the server may be slow for a while', async () => {
  const id = newId();
  const counted = () => countAttempt(bench.orm, id, true);

  expect([await counted(), await counted()]).toEqual([1, 0]);
  await bench.query(`update event_attempt set failed_at = failed_at - interval '61 seconds'`);
  expect([await counted(), await counted(), await countAttempt(bench.orm, id)]).toEqual([2, 0, 3]);
});

describe('transient errors', () => {
  it('are retried for as long as a lock is taken, without dead letters', async () => {
    const other = new pg.Client(bench.databaseUrl);
    await other.connect();
    await other.query('begin');
    await other.query('select from account where id = 1 for update');

    const replica = await start();
    const event = await appendEvent({ number: 1, locks: true });
    await eventually(() => expect(tries.get(1)).toBeGreaterThanOrEqual(TRANSIENT_TRIES), { deadlineMs: SLOW_MS });
    expect(await bench.query('select from dead_letter')).toEqual([]);
    await other.query('commit');
    await other.end();

    await settled(replica, event);
    expect((await effectsInOrder()).map(({ number }) => number)).toEqual([1]);
  });

  it('are distinguished from rejections when a lock is taken, whatever else was in the same round trip', async () => {
    const other = new pg.Client(bench.databaseUrl);
    await other.connect();
    await other.query(`select pg_advisory_lock(hashtextextended('number:1', 0))`);
    let requested = 0;
    const ahead = ({ em }: Context) => {
      requested += 1;
      return pipeline(em, NOW.with());
    };
    const replica = await bench.subscribe([
      {
        topic: 'orders.v1',
        on: {
          order: subscribe(STEP, {
            applyBatch: applyAll,
            ahead,
            locks: ({ number }) => [exclusive(`number:${number}`)],
          }),
        },
      },
    ]);

    const event = await appendEvent({ number: 1 });
    await eventually(() => expect(requested).toBe(2), { deadlineMs: SLOW_MS });
    expect(await bench.query('select from event_attempt')).toEqual([]);
    await other.end();

    await settled(replica, event);
    expect((await effectsInOrder()).map(({ number }) => number)).toEqual([1]);
  });

  it('does not last longer than another replica may hang in its transaction', async () => {
    await using hanging = await hangingReplica(bench.databaseUrl, 'number:1', 'select from account for update');
    expect(hanging).toBeDefined();
    const replica = await bench.subscribe([
      {
        topic: 'orders.v1',
        on: { order: subscribe(STEP, { apply, locks: ({ number }) => [exclusive(`number:${number}`)] }) },
      },
    ]);

    await settled(replica, await appendEvent({ number: 1, locks: true }));
    expect((await effectsInOrder()).map(({ number }) => number)).toEqual([1]);
    expect(await bench.query('select from event_attempt')).toEqual([]);
  });

  it('is also a stall of the table of marks, however long it lasts', async () => {
    const other = new pg.Client(bench.databaseUrl);
    await other.connect();
    await other.query('begin; lock table inbox in access exclusive mode');
    const replica = await start();
    const reported = vi.spyOn(bench.log, 'warn');
    const event = await appendEvent({ number: 1 });
    await eventually(() => expect(reported).toHaveBeenCalled(), { deadlineMs: SLOW_MS });
    await other.end();

    await settled(replica, event);
    expect(reported.mock.calls[0]).toMatchObject([{ err: { code: '55P03' } }, 'event not applied']);
    expect(await bench.query('select from event_attempt')).toEqual([]);
  });

  it('survives that the database drops every connection', async () => {
    const replica = await start();
    await settled(replica, await appendEvent({ number: 1 }));
    await bench.superuser('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [bench.name]);

    await settled(replica, await appendEvent({ number: 2 }));
    expect((await effectsInOrder()).map(({ number }) => number)).toEqual([1, 2]);
  });
});

it('lets the other topics go on while one partition takes long', async () => {
  const replica = await start();
  const slow = await appendEvent({ number: 1, isPaused: true });
  await eventually(() => expect(tries.get(1)).toBe(1));

  for (let number = 2; number <= 4; number += 1) {
    const other = await appendEvent({ number }, 'fulfillment.v1');
    await settled(replica, other, 'fulfillment.v1');
  }
  expect((await effectsInOrder()).map(({ number }) => number)).toEqual([2, 3, 4]);

  const next = await appendEvent({ number: 5 });
  paused.resolve();
  await settled(replica, slow);
  await settled(replica, next);
  expect(tries.get(1)).toBe(1);
});

it('starts and serves reads while there is no Kafka', async () => {
  await using payouts = await startService('payouts', { KAFKA_BROKERS: '127.0.0.1:1' });
  expect(await payouts.client(PayoutServiceClient).listPayouts({})).toMatchObject({ payouts: [] });
});

const start = () => {
  const subscription = subscribe(STEP, { apply });
  return bench.subscribe([
    { topic: 'orders.v1', on: { order: subscription } },
    { topic: 'fulfillment.v1', isRepublished: true, on: { order: subscription } },
  ]);
};

const appendEvent = (step: Step, topic: Topic = 'orders.v1') => bench.publish(topic, `order:${newId()}`, step);

const settled = (replica: Awaited<ReturnType<typeof start>>, id: string, topic: Topic = 'orders.v1') =>
  eventually(() => replica.settled({ topic, kind: 'order', id }), { deadlineMs: SLOW_MS });

const effectsInOrder = () => bench.query<Effect>('select number, transaction, disk from effect order by id');

async function applyAll(context: Context, received: readonly Received<Step>[]): Promise<void> {
  for (const { message } of received) await apply(context, message);
}

async function apply({ em }: Context, { number, fails, locks, isPaused }: Step): Promise<void> {
  tries.set(number, (tries.get(number) ?? 0) + 1);
  if (isPaused) await paused.promise;
  if (fails) throw new Error(`failed ${number}`);
  if (locks) await em.execute('select from account where id = 1 for update nowait');
  await em.execute('insert into effect (number) values (?)', [number]);
}
