import type { EntityManager } from '@mikro-orm/postgresql';
import { newId } from '@estampa/kernel/ids';
import { eventually } from '@estampa/testing/eventually';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EVENT_BYTES_MAX } from '../src/events/event-size.ts';
import { appendEvent, eventsRecordedIn } from '../src/events/outbox.ts';
import { newCall, runInCall } from '../src/rpc/call.ts';
import { openRelayStage, type RelayStage } from './relay-stage.ts';

const MESSAGE = { toJSON: (message: object) => ({ ...message, isJson: true }) };

let stage: RelayStage;
beforeAll(async () => {
  stage = await openRelayStage();
});
afterAll(() => stage?.[Symbol.asyncDispose]());
beforeEach(() => stage.clear());

const append = (tx: EntityManager, version: number, note = '') =>
  appendEvent(tx, 'orders.v1', MESSAGE, { type: 'order_placed', key: 'order:7', message: { version, note } });
const inTransaction = (run: (tx: EntityManager) => unknown) =>
  stage.orm.em.fork().transactional(async (tx) => void (await run(tx)));
const rows = () => stage.query<{ event_id: string; payload: string }>('select * from outbox order by id');

describe('an event', () => {
  it('is recorded with the call that it belongs to, which learns of it with the commit', async () => {
    const call = newCall({ requestId: 'r-1', traceparent: 'a trace' });
    await runInCall(call, () =>
      inTransaction((tx) => {
        append(tx, 1);
        expect([eventsRecordedIn(tx).length, call.events]).toEqual([1, []]);
      }),
    );
    const [row] = await rows();

    expect(row).toMatchObject({
      topic: 'orders.v1',
      key: 'order:7',
      type: 'order_placed',
      payload: '{"version":1,"note":"","isJson":true}',
      request_id: 'r-1',
      traceparent: 'a trace',
      sent_at: null,
    });
    expect(call.events).toEqual([{ topic: 'orders.v1', kind: 'order', id: row!.event_id }]);
  });

  it('is a request of its own outside of any call, and has no trace', async () => {
    await inTransaction((tx) => append(tx, 1));
    const [row] = await rows();

    expect(row).toMatchObject({ request_id: row!.event_id, traceparent: null });
  });

  it('follows those that its transaction has recorded before', async () => {
    const versions = [3, 1, 2];
    await inTransaction((tx) => versions.forEach((version) => append(tx, version)));

    expect((await rows()).map(({ payload }) => (JSON.parse(payload) as { version: number }).version)).toEqual(versions);
  });

  it('of what is rolled back was never there, and nobody waits for it', async () => {
    const call = newCall({ requestId: 'r-1' });
    const failing = inTransaction((tx) => {
      append(tx, 1);
      throw new Error('no');
    });
    await expect(runInCall(call, () => failing)).rejects.toThrow('no');

    expect([await rows(), call.events]).toEqual([[], []]);
  });

  it('is recorded in a transaction that goes on, and nowhere else', async () => {
    let ended: EntityManager;
    await inTransaction((tx) => void (ended = tx));

    expect(() => append(ended, 1)).toThrow('transaction');
    expect(() => append(stage.orm.em.fork(), 1)).toThrow('This needs a transaction');
    expect(eventsRecordedIn(stage.orm.em.fork())).toEqual([]);
  });

  it('that Kafka would not take fails its transaction', async () => {
    const tooLong = inTransaction((tx) => append(tx, 1, 'x'.repeat(EVENT_BYTES_MAX)));

    await expect(tooLong).rejects.toMatchObject({ reason: 'event_too_large' });
    expect(await rows()).toEqual([]);
  });
});

describe('the relay of this process', () => {
  it('is woken by each commit with events, in place of a notification by PostgreSQL', async () => {
    await using listener = await listen();
    await inTransaction((tx) => append(tx, 1));
    let woken = 0;
    const here = stage.orm.relay.runs(() => (woken += 1));
    await inTransaction((tx) => append(tx, 2));
    await inTransaction(() => undefined);
    expect(woken).toBe(1);
    here[Symbol.dispose]();
    await inTransaction((tx) => append(tx, 3));

    expect([woken, await listener.notifications()]).toEqual([1, 2]);
  });

  /** Counts what would wake the relay of another process. */
  async function listen() {
    const client = new pg.Client(stage.url);
    const caught = new Set<string>();
    let count = 0;
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === 'outbox') count += 1;
      else caught.add(payload);
    });
    await client.connect();
    await client.query('listen outbox; listen caught_up');
    return {
      async notifications() {
        const mark = newId();
        await client.query('select pg_notify($1, $2)', ['caught_up', mark]);
        await eventually(() => caught.has(mark));
        return count;
      },
      [Symbol.asyncDispose]: () => client.end(),
    };
  }
});
