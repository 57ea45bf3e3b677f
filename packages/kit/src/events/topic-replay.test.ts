import { newId } from '@estampa/kernel/ids';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConsumerOptions, KafkaAdmin, KafkaClient, PartitionEnds, RecordBatch } from './kafka/client.ts';
import { TopicReplay } from './topic-replay.ts';

const ORDERS = 'test.orders.v1';
const CATALOG = 'test.catalog.v1';

let ends: Record<string, PartitionEnds[]>;
let group: ConsumerOptions;
let applied: string[];
let apply: () => Promise<void>;
let disposals: string[];
let replay: TopicReplay;

beforeEach(() => {
  [applied, disposals, apply] = [[], [], async () => undefined];
  ends = { [ORDERS]: [{ partition: 0, low: 2n, high: 5n }], [CATALOG]: [{ partition: 1, low: 0n, high: 1n }] };
  const kafka: Pick<KafkaClient, 'admin' | 'consume'> = {
    admin: async () =>
      ({
        endsOf: async (topic: string) => ends[topic]!,
        [Symbol.asyncDispose]: async () => void disposals.push('admin'),
      }) as KafkaAdmin,
    consume(options) {
      group = options;
      return { commit: async () => undefined, [Symbol.asyncDispose]: async () => void disposals.push('consumer') };
    },
  };
  replay = new TopicReplay({
    kafka: kafka as KafkaClient,
    groupId: 'rebuild-1',
    topics: [ORDERS, CATALOG],
    async apply(topic, events) {
      await apply();
      applied.push(...events.map(({ key }) => `${topic} ${key}`));
    },
  });
});
afterEach(() => replay[Symbol.asyncDispose]());

/** One record, and beside it one that no service of ours has published. */
const batch = (key: string, topic = ORDERS): RecordBatch => ({
  topic,
  partition: 0,
  end: 1n,
  advance: () => true,
  records: [
    { offset: 0n, key: Buffer.from(key), value: Buffer.from('{}'), headers: { 'event-id': newId() } },
    { offset: 1n, key: Buffer.from('strange'), value: Buffer.from('{}'), headers: {} },
  ],
});
const reach = (topic: string, partition: number, offset: bigint) => group.onProgress!({ topic, partition, offset });
const tick = () => new Promise(setImmediate);

it('reads all topics as a group of its own, one partition at a time', () => {
  expect(group).toMatchObject({ groupId: 'rebuild-1', topics: [ORDERS, CATALOG], partitionsAtOnce: 1 });
  // A session outlasts several heartbeats.
  expect(group.sessionTimeoutMs).toBeGreaterThan(3 * group.heartbeatMs);
});

it('applies the events of each fetch, one fetch after the other', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  apply = () => promise;
  const taken = [group.apply(batch('order:1')), group.apply(batch('product:1', CATALOG))];
  await tick();
  expect(applied).toEqual([]);
  resolve();
  await Promise.all(taken);

  expect(applied).toEqual([`${ORDERS} order:1`, `${CATALOG} product:1`]);
});

it('a fetch that fails is given back, and the next one goes on', async () => {
  apply = () => Promise.reject(new Error('not now'));
  const failed = group.apply(batch('order:1'));
  await expect(failed).rejects.toThrow('not now');
  apply = async () => undefined;
  await group.apply(batch('order:1'));

  expect(applied).toEqual([`${ORDERS} order:1`]);
});

describe('it has caught up', () => {
  it('with topics that have no records', async () => {
    ends = { [ORDERS]: [{ partition: 0, low: 3n, high: 3n }], [CATALOG]: [] };
    const reports: number[][] = [];
    await replay.caughtUp((...counts) => reports.push(counts));

    expect(reports).toEqual([[0, 0]]);
    expect(disposals).toEqual(['admin']);
  });

  it('once it has read as far as each partition went, and reports how far it came', async () => {
    const reports: number[][] = [];
    reach(ORDERS, 0, 4n);
    const caughtUp = replay.caughtUp((...counts) => {
      reports.push(counts);
      if (reports.length === 1) reach(CATALOG, 1, 1n);
      // Further than it went when that was asked counts no more.
      if (reports.length === 2) reach(ORDERS, 0, 9n);
    });
    await caughtUp;

    expect(reports).toEqual([
      [2, 4],
      [3, 4],
      [4, 4],
    ]);
  });

  const failing = () => {
    group.onFailure(new Error('fenced'));
    return undefined;
  };

  it.each<[string, () => AbortSignal | undefined, string]>([
    ['whose group has failed', failing, 'fenced'],
    ['that is given up', () => AbortSignal.abort(new Error('given up')), 'given up'],
  ])('never, for one %s', async (_which, end, reason) => {
    const signal = end();

    await expect(replay.caughtUp(undefined, signal)).rejects.toThrow(reason);
  });
});

describe('a pause', () => {
  it('begins when what is being applied has been, and ends when it is released', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    apply = () => promise;
    const first = group.apply(batch('order:1'));
    await tick();
    const steps: string[] = [];
    const paused = replay.pause(() => steps.push(`meanwhile, after ${applied.length}`));
    const second = group.apply(batch('order:2'));
    await tick();
    expect(steps).toEqual([]);
    resolve();
    const { release } = await paused;
    await first;
    await tick();

    expect([steps, applied]).toEqual([['meanwhile, after 1'], [`${ORDERS} order:1`]]);
    release();
    await second;
    expect(applied).toHaveLength(2);
  });

  it('begins after a failure too', async () => {
    apply = () => Promise.reject(new Error('not now'));
    await expect(group.apply(batch('order:1'))).rejects.toThrow('not now');

    const { release } = await replay.pause();
    release();
  });

  it('ends with the replay, which then applies nothing', async () => {
    await replay.pause();
    const waiting = group.apply(batch('order:1'));
    replay.end();
    await waiting;

    expect(applied).toEqual([]);
  });
});

it('leaves its group at the end', async () => {
  await replay[Symbol.asyncDispose]();
  await group.apply(batch('order:1'));

  expect([disposals, applied]).toEqual([['consumer'], []]);
});
