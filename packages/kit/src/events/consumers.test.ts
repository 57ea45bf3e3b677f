import { newId } from '@estampa/kernel/ids';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentCall } from '../rpc/call.ts';
import { consumerConnected } from '../telemetry/metrics.ts';
import type { ConsumerOptions, Position, RecordBatch } from './kafka/client.ts';
import { consumerGroup } from './member.ts';
import { type Consumer, startConsumers, subscribe } from './consumers.ts';

const SECOND_MS = 1_000;
const message = { fromJSON: (json: unknown) => json };
const usual = subscribe(message, { apply: async () => undefined });

let kafka: ConsumerOptions;
let commits: (readonly Position[])[];
let commitFails: boolean;
let beforeCommit: () => Promise<void>;
let steps: string[];
let running: AsyncDisposable;
let whileDurable: () => void;
let lanes: unknown[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  [commits, commitFails, beforeCommit, steps] = [[], false, async () => undefined, []];
  [whileDurable, lanes] = [() => undefined, []];
});
afterEach(async () => {
  await running[Symbol.asyncDispose]();
  vi.useRealTimers();
});

function start(consumers: readonly Consumer<unknown>[] = [{ topic: 'orders.v1', on: { order: usual } }]): void {
  const consume = (options: ConsumerOptions) => {
    kafka = options;
    return {
      async commit(positions: readonly Position[]) {
        steps.push('commit');
        await beforeCommit();
        if (commitFails) throw new Error('Kafka is away');
        commits.push(positions);
      },
      [Symbol.asyncDispose]: async () => void steps.push('disposed'),
    };
  };
  const execute = async () => {
    steps.push('durable');
    lanes.push(currentCall()?.lane);
    whileDurable();
  };
  running = startConsumers({
    service: 'catalog',
    topicPrefix: 'test.',
    kafka: { consume },
    orm: { em: { fork: () => ({ execute }) } },
    log: {
      warn: () => steps.push('warned'),
      error: (fields: object) => steps.push(JSON.stringify(Object.keys(fields))),
    },
    watch: { applied: (ids: readonly string[]) => steps.push(...ids) },
    consumers,
  } as never);
}

/** A batch without any event of ours, which ends here. */
const batch = (partition: number, end: bigint, advances = true): RecordBatch => ({
  topic: 'test.orders.v1',
  partition,
  records: [],
  end,
  advance: () => advances,
});
const at = (partition: number, offset: bigint) => ({ topic: 'test.orders.v1', partition, offset });
const second = async () => {
  vi.advanceTimersByTime(SECOND_MS);
  for (let tick = 0; tick < 3; tick += 1) await new Promise(setImmediate);
};

it('consumes as the group of its service, from all its topics', () => {
  start([
    { topic: 'orders.v1', on: { order: usual } },
    { topic: 'catalog.v1', on: { product: usual } },
  ]);

  expect(kafka).toMatchObject({ groupId: 'test.catalog', topics: ['test.orders.v1', 'test.catalog.v1'] });
  const member = { topicPrefix: 'test.', service: 'catalog' };
  expect([consumerGroup(member), consumerGroup({ ...member, group: 'west' })]).toEqual(['test.catalog', 'test.west']);
});

it('consumes nothing where there is nothing to consume', async () => {
  start([]);
  await second();

  expect([commits, vi.getTimerCount()]).toEqual([[], 0]);
});

describe('what has been applied', () => {
  beforeEach(() => start());

  it('is committed once a second, as far as it came', async () => {
    await second();
    expect(steps).toEqual([]);
    await kafka.apply(batch(0, 5n));
    await kafka.apply(batch(1, 3n));
    await kafka.apply(batch(0, 7n));
    await second();
    await second();

    expect(commits).toEqual([[at(0, 7n), at(1, 3n)]]);
    expect(steps).toEqual(['commit']);
  });

  it('is not committed for a partition that another member has by now', async () => {
    await kafka.apply(batch(0, 5n, false));
    await second();
    await kafka.apply(batch(0, 5n));
    kafka.onMembership!(true);
    await second();

    expect(steps).toEqual([]);
  });

  it('is committed again with what was applied since, when Kafka did not take it', async () => {
    await kafka.apply(batch(0, 5n));
    await kafka.apply(batch(1, 3n));
    commitFails = true;
    beforeCommit = () => kafka.apply(batch(0, 9n));
    await second();
    [commitFails, beforeCommit] = [false, async () => undefined];
    await second();

    expect([commits, steps]).toEqual([[[at(0, 9n), at(1, 3n)]], ['commit', 'warned', 'commit']]);
  });

  it('is not committed again by a member of another time', async () => {
    await kafka.apply(batch(0, 5n));
    commitFails = true;
    beforeCommit = async () => kafka.onMembership!(true);
    await second();
    commitFails = false;
    await second();

    expect([commits, steps]).toEqual([[], ['commit', 'warned']]);
  });

  it('is committed by one request at a time', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    beforeCommit = () => promise;
    await kafka.apply(batch(0, 5n));
    await second();
    await kafka.apply(batch(0, 7n));
    await second();
    expect(steps).toEqual(['commit']);
    resolve();
    await second();
    await second();

    expect(commits).toEqual([[at(0, 5n)], [at(0, 7n)]]);
  });

  it('is left to the next member at the end', async () => {
    await running[Symbol.asyncDispose]();
    await kafka.apply({ ...batch(0, 5n), advance: () => steps.push('advanced') > 0 });
    await second();

    expect([steps, vi.getTimerCount()]).toEqual([['disposed'], 0]);
  });
});

describe('offsets', () => {
  it.each<[string, Partial<Consumer<unknown>>]>([
    ['whose effects can be made again from the topic', { isRepublished: true }],
    [
      'that one statement has upserted',
      { on: { order: usual, other: subscribe(message, { apply: async () => 1, upsertAtOnce: async () => [] }) } },
    ],
  ])('of events %s are committed once those are durable', async (_which, more) => {
    start([
      { topic: 'catalog.v1', on: { product: usual } },
      { topic: 'orders.v1', on: { order: usual }, ...more },
    ]);
    await kafka.apply(batch(0, 5n));
    await second();

    expect(steps).toEqual(['durable', 'commit']);
    expect(lanes).toEqual(['consumers']);
  });

  it('are not committed by who was dealt others while they became durable', async () => {
    start([{ topic: 'orders.v1', on: { order: usual }, isRepublished: true }]);
    whileDurable = () => kafka.onMembership!(true);
    await kafka.apply(batch(0, 5n));
    await second();

    expect(steps).toEqual(['durable']);
  });
});

describe('of a batch', () => {
  const recordOf = (offset: bigint, key: string, id = newId()) => ({
    offset,
    key: Buffer.from(key),
    value: Buffer.from('{}'),
    headers: { 'event-id': id },
  });

  it('events of kinds that are consumed are applied, and the partition goes on after the last of them, then after all', async () => {
    const order = subscribe(message, {
      apply: async () => undefined,
      upsertAtOnce: async (_em, events) => events.map(({ id }) => id),
    });
    start([{ topic: 'orders.v1', on: { order } }]);
    const ids = [newId(), newId()] as const;
    const advanced: bigint[] = [];
    const records = [
      recordOf(4n, 'order:1', ids[0]),
      recordOf(5n, 'order:2', ids[1]),
      recordOf(6n, 'payment:1'),
      recordOf(7n, 'order:3', 'of nobody of ours'),
    ];
    await kafka.apply({ ...batch(0, 9n), records, advance: (offset) => advanced.push(offset) > 0 });

    expect([steps, advanced]).toEqual([ids, [6n, 9n]]);
  });
});

describe('a consumer', () => {
  const connected = async () => (await consumerConnected.get()).values;
  beforeEach(() => {
    consumerConnected.reset();
    start();
  });

  it('says whether it belongs to its group', async () => {
    const group = { group: 'catalog' };
    expect(await connected()).toEqual([{ labels: group, value: 0 }]);
    kafka.onMembership!(true);
    expect(await connected()).toEqual([{ labels: group, value: 1 }]);
    kafka.onMembership!(false);
    expect(await connected()).toEqual([{ labels: group, value: 0 }]);
  });

  it('that will never consume again ends its process', () => {
    vi.useFakeTimers({ toFake: ['setImmediate', 'setInterval', 'clearInterval'] });
    kafka.onFailure(new Error('fenced'));

    expect(steps).toEqual(['["err"]']);
    expect(() => vi.runOnlyPendingTimers()).toThrow('fenced');
  });
});
