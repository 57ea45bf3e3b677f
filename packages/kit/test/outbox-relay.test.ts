import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { newId } from '@estampa/kernel/ids';
import { withoutTls } from '../src/postgres/address.ts';
import { connectDb } from '../src/postgres/connect.ts';
import { EVENT_COMPRESSED_BYTES_MAX } from '../src/events/event-size.ts';
import { appendEvent } from '../src/events/outbox.ts';
import { eventually } from '@estampa/testing/eventually';
import { currentTestRun } from '@estampa/testing/test-run';
import { afterEach, beforeEach, expect, it } from 'vitest';
import pg from 'pg';
import { type Bench, openBench } from './event-bench.ts';
import { pausingKafka } from './pausing-kafka.ts';

const FAIL_OVER_MS = 40_000;

let bench: Bench;

beforeEach(async () => {
  bench = await openBench();
});

afterEach(() => bench[Symbol.asyncDispose]());

it('publishes the events of one transaction in order', async () => {
  await bench.relay();
  const key = `order:${newId()}`;
  await bench.appendEvent('orders.v1', ...[1, 2, 3].map((version) => ({ key, message: { version } })));

  await eventually(async () => expect(await versionsOf(key)).toEqual([1, 2, 3]));
});

it('is woken by its own process without NOTIFY, and by NOTIFY from another', async () => {
  await using other = await connectDb(withoutTls(bench.databaseUrl), [], []);
  const listener = await listen(bench.databaseUrl);
  const key = `order:${newId()}`;
  const publishFrom = (orm: typeof bench.orm, version: number) =>
    orm.em.fork().transactional(async (tx) => {
      appendEvent(
        tx,
        'orders.v1',
        { toJSON: (value: object) => value },
        { type: 'changed', key, message: { version } },
      );
    });
  await bench.relay();
  await publishFrom(bench.orm, 1);
  await eventually(async () => expect(await versionsOf(key)).toEqual([1]));
  const before = listener.received();

  await publishFrom(bench.orm, 2);
  await eventually(async () => expect(await versionsOf(key)).toEqual([1, 2]));
  await listener.caughtUp();
  expect(listener.received()).toBe(before);
  await publishFrom(other, 3);
  await eventually(async () => expect(await versionsOf(key)).toEqual([1, 2, 3]));
  await listener.caughtUp();
  expect(listener.received()).toBe(before + 1);
  await listener.end();
});

/** Listens for the notifications that would wake the relay of another replica. */
async function listen(databaseUrl: string) {
  const client = new pg.Client(databaseUrl);
  let webhooks = 0;
  let caught = '';
  client.on('notification', ({ channel, payload = '' }) => {
    if (channel === 'outbox') webhooks += 1;
    else caught = payload;
  });
  await client.connect();
  await client.query('listen outbox');
  await client.query('listen caught_up');
  return {
    received: () => webhooks,
    /** Earlier notifications have arrived by now. */
    async caughtUp() {
      const mark = newId();
      await client.query('select pg_notify($1, $2)', ['caught_up', mark]);
      await eventually(() => expect(caught).toBe(mark));
    },
    end: () => client.end(),
  };
}

it('lets nothing older follow, when a relay that was taken for dead wakes up in the middle of a send', async () => {
  await using line = await pausingKafka(currentTestRun().infrastructure.kafka.brokers);
  const key = `order:${newId()}`;
  await bench.relay(line.kafka);
  await publishVersion(key, 1);
  await eventually(async () => expect(await versionsOf(key)).toEqual([1]));

  line.pause();
  await publishVersion(key, 2, 'held in the middle of a send');
  await eventually(() => expect(line.hasStored('held in the middle of a send')).toBe(true));
  // The silent one loses its session and with it the lock; only then can another relay publish.
  await bench.relay();
  await publishVersion(key, 3);
  await eventually(async () => expect(await versionsOf(key)).toEqual([1, 2, 3]), { deadlineMs: FAIL_OVER_MS });

  line.release();
  // What comes after the rejected send over the same line has passed it.
  const after = await line.kafka.admin();
  await after[Symbol.asyncDispose]();
  await publishVersion(key, 4);
  await eventually(async () => expect((await versionsOf(key)).at(-1)).toBe(4));
  expect(await versionsOf(key)).toEqual([1, 2, 3, 4]);
});

it('sets aside the one event that Kafka rejects, and goes on with the others', async () => {
  const key = `order:${newId()}`;
  await publishVersion(key, 1);
  const id = newId();
  await bench.query(
    `insert into outbox (event_id, topic, key, type, payload, request_id, occurred_at)
     values (?, 'orders.v1', ?, 'changed', ?, 'test', now())`,
    [id, key, JSON.stringify({ version: 2, note: incompressible(2 * EVENT_COMPRESSED_BYTES_MAX) })],
  );
  await publishVersion(key, 3);
  await bench.relay();

  await eventually(async () => expect(await versionsOf(key)).toEqual([1, 3]));
  expect(await bench.query('select event_id, refusal, sent_at from outbox where refused_at is not null')).toEqual([
    { event_id: id, refusal: 'MESSAGE_TOO_LARGE', sent_at: null },
  ]);
});

it('publishes what just fits one record of Kafka, and rejects what does not', async () => {
  await bench.relay();
  const key = `order:${newId()}`;
  const note = noteOfCompressedBytes(EVENT_COMPRESSED_BYTES_MAX);

  await publishVersion(key, 1, note);
  await eventually(async () => expect(await versionsOf(key)).toEqual([1]));
  await expect(publishVersion(key, 2, note + incompressible(1_000))).rejects.toMatchObject({
    reason: 'event_too_large',
  });
});

const publishVersion = (key: string, version: number, note = '') =>
  bench.appendEvent('orders.v1', { key, message: { version, note } });

async function versionsOf(key: string): Promise<number[]> {
  const events = await bench.topics.events('orders.v1');
  return events.filter((event) => event.key === key).map(({ value }) => value.version);
}

const incompressible = (bytes: number): string => randomBytes(bytes).toString('base64');

/** The longest start of a random text with which the complete message stays within the bound. */
function noteOfCompressedBytes(most: number): string {
  const text = incompressible(2 * most);
  let [fits, tooLong] = [0, text.length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (gzipSync(JSON.stringify({ version: 1, note: text.slice(0, middle) })).length <= most) fits = middle;
    else tooLong = middle;
  }
  return text.slice(0, fits);
}
