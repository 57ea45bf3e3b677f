import { eventually } from '@estampa/testing/eventually';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { RelayOptions } from '../src/events/outbox-relay.ts';
import { openRelayStage, type RelayStage } from './relay-stage.ts';

/** What the version before takes, and `docs/operations/scale.md` names. */
const RELAY_LOCK = 7_301_002;
/** So many keys that no lane of three is without one. */
const MANY = Array.from({ length: 60 }, (_, index) => index + 1);

let stage: RelayStage;
let running: AsyncDisposableStack;
beforeAll(async () => {
  stage = await openRelayStage();
});
afterAll(() => stage?.[Symbol.asyncDispose]());
beforeEach(async () => {
  running = new AsyncDisposableStack();
  await stage.clear();
});
afterEach(() => running.disposeAsync());

const relay = async (more: Partial<RelayOptions>) => running.use(await stage.relay(more));
const inOrder = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other);
const haveSent = (versions: readonly number[]) =>
  eventually(async () => {
    expect(inOrder(stage.published())).toEqual(versions);
    expect(await stage.unsent()).toEqual([]);
  });
const topics = () => [...new Set(stage.sends.map(({ topic }) => topic))];
const stored = async () => (await stage.query('select lanes from outbox_lanes')).map(({ lanes }) => lanes);

it('lanes publish every event once, each by a producer of its own name', async () => {
  await relay({ lanes: 3 });
  await stage.publish(...MANY);
  await haveSent(MANY);

  expect(new Set(stage.sends.map(({ producer }) => producer.split(' ')[0]))).toEqual(
    new Set(['test.kit-test-outbox', 'test.kit-test-outbox-1', 'test.kit-test-outbox-2']),
  );
});

it('lanes of another number wait until the last of the first has ended, and fence all of them', async () => {
  const two = await relay({ lanes: 2, topicPrefix: 'two.' });
  await stage.publish(...MANY);
  await haveSent(MANY);
  const three = await relay({ lanes: 3, topicPrefix: 'three.' });
  await stage.publish(61);
  await haveSent([...MANY, 61]);
  expect([topics(), await stored()]).toEqual([['two.orders.v1'], [2]]);

  await two[Symbol.asyncDispose]();
  await stage.publish(62);
  await haveSent([...MANY, 61, 62]);
  expect([topics(), await stored()]).toEqual([['two.orders.v1', 'three.orders.v1'], [3]]);
  const opened = stage.producers.filter((name) => name.startsWith('three.'));
  expect(opened.slice(0, 2)).toEqual(['three.kit-test-outbox', 'three.kit-test-outbox-1']);

  await three[Symbol.asyncDispose]();
  await relay({ topicPrefix: 'one.' });
  await stage.publish(63);
  await haveSent([...MANY, 61, 62, 63]);
  expect([topics().at(-1), await stored()]).toEqual(['one.orders.v1', [1]]);
});

it('lanes and the relay of the version before, which takes the lock alone, never run beside each other', async () => {
  const previous = new pg.Client(stage.url);
  await previous.connect();
  try {
    await previous.query('select pg_advisory_lock($1)', [RELAY_LOCK]);
    await relay({ lanes: 2 });
    await stage.publish(1, 2);
    await previous.query('select pg_advisory_unlock($1)', [RELAY_LOCK]);
    await haveSent([1, 2]);
    const { rows } = await previous.query('select pg_try_advisory_lock($1) as taken', [RELAY_LOCK]);
    expect(rows).toEqual([{ taken: false }]);
  } finally {
    await previous.end();
  }
});

it('what Kafka has lost is sent again by the lane of each key, once', async () => {
  await stage.publish(...MANY);
  await stage.query('update outbox set sent_at = now()');
  stage.ends = [{ partition: 0, low: 3n, high: 99n }];
  await relay({ lanes: 3 });

  await haveSent(MANY);
  expect(await stage.query('select record from topic_start')).toEqual([{ record: '3' }]);
});

it('a number whose names Kafka does not permit is not stored, and going back needs them no more', async () => {
  let denied = 0;
  const fencedProducer = async (name: string) => {
    if (!name.endsWith('-outbox')) {
      denied += 1;
      throw new Error('TRANSACTIONAL_ID_AUTHORIZATION_FAILED');
    }
    return stage.kafka.fencedProducer(name);
  };
  const kafka = { ...stage.kafka, fencedProducer };
  await stage.publish(...MANY);
  const two = await relay({ kafka, lanes: 2 });
  await eventually(() => expect(denied).toBeGreaterThan(0));
  await two[Symbol.asyncDispose]();
  await relay({ kafka });

  await haveSent(MANY);
  expect(await stored()).toEqual([]);
});

it('whoever loses its session while it fences goes no further', async () => {
  await stage.query('insert into outbox_lanes (lanes) values (3)');
  const fencedProducer = async (name: string) => {
    const producer = await stage.kafka.fencedProducer(name);
    if (stage.producers.length === 1) await stage.endSessions();
    return producer;
  };
  await relay({ kafka: { ...stage.kafka, fencedProducer } });
  await stage.publish(1);
  await haveSent([1]);

  const names = ['test.kit-test-outbox', 'test.kit-test-outbox-1', 'test.kit-test-outbox-2'];
  expect(stage.producers).toEqual([names[0], ...names, names[0]]);
});
