import { newId } from '@estampa/kernel/ids';
import { subscribe } from '../src/events/consumers.ts';
import { eventually } from '@estampa/testing/eventually';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, type Context, openBench } from './event-bench.ts';

const DEADLINE_MS = 60_000;
/** The relay checks every few seconds. */
const SENT_AGAIN_WITHIN_MS = 20_000;

let bench: Bench;

beforeEach(async () => {
  bench = await openBench();
  await bench.query('create table effect (version int)');
});

afterEach(() => bench[Symbol.asyncDispose]());

const key = `order:${newId()}`;
const publish = (...versions: number[]) =>
  bench.appendEvent('orders.v1', ...versions.map((version) => ({ key, message: { version } })));
const published = async () => (await bench.topics.events('orders.v1')).map(({ value }) => value.version);
const sent = () =>
  eventually(async () => expect(await bench.query('select from outbox where sent_at is null')).toEqual([]));
const effects = async () =>
  (await bench.query<{ version: number }>('select version from effect order by version')).map(({ version }) => version);

const consume = () => {
  const apply = ({ em }: Context, { version }: { version: number }) =>
    em.execute('insert into effect values (?)', [version]);
  const on = { order: subscribe({ fromJSON: (json) => json as { version: number } }, { apply }) };
  return bench.subscribe([{ topic: 'orders.v1', on }]);
};

it(
  'gives a consumer that was behind what Kafka lost before it had read it, and nothing twice',
  async () => {
    await bench.relay();
    const { running } = await consume();
    await publish(1);
    await eventually(async () => expect(await effects()).toEqual([1]));
    await running[Symbol.asyncDispose]();

    await publish(2, 3);
    await sent();
    await bench.lose('orders.v1');
    await consume();
    await publish(4);

    await eventually(async () => expect(await effects()).toEqual([1, 2, 3, 4]), { deadlineMs: SENT_AGAIN_WITHIN_MS });
  },
  DEADLINE_MS,
);

it(
  'sends in the same order again, once, whichever relay finds the loss',
  async () => {
    const relay = await bench.relay();
    await publish(1, 2);
    await sent();
    await bench.lose('orders.v1');
    await relay[Symbol.asyncDispose]();

    const second = await bench.relay();
    await eventually(async () => expect(await published()).toEqual([1, 2]), { deadlineMs: SENT_AGAIN_WITHIN_MS });
    await second[Symbol.asyncDispose]();
    await bench.relay();
    await publish(3);

    await eventually(async () => expect(await published()).toEqual([1, 2, 3]));
  },
  DEADLINE_MS,
);
