import { newId } from '@estampa/kernel/ids';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RecordRejected } from '../src/events/kafka/client.ts';
import type { RelayOptions } from '../src/events/outbox-relay.ts';
import { QUIET } from '../src/events/outbox-migration.ts';
import { outboxRejected, outboxSent } from '../src/telemetry/metrics.ts';
import { openRelayStage, type RelayStage } from './relay-stage.ts';

const SLOW_POLL_MS = 2_000;
/** A wake-up takes milliseconds; what never comes must not take long to show. */
const SOON = { deadlineMs: 8_000 };

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
afterEach(async () => {
  vi.useRealTimers();
  await running.disposeAsync();
});

const relay = async (more: Partial<RelayOptions> = {}) => running.use(await stage.relay(more));
const publish = (...versions: number[]) => stage.publish(...versions);
const published = () => stage.published();
const endSession = () => stage.endSessions();
const reaches = (...versions: number[]) => eventually(() => expect(published()).toEqual(versions));

describe('the relay', () => {
  it('sends what is there, and then what comes, by one producer and once', async () => {
    await publish(1, 2);
    await relay();
    await reaches(1, 2);
    await publish(3);
    await reaches(1, 2, 3);
    await eventually(async () => expect(await stage.unsent()).toEqual([]));

    expect(stage.sends).toEqual([
      { producer: 'test.kit-test-outbox 1', topic: 'test.orders.v1', values: [1, 2] },
      { producer: 'test.kit-test-outbox 1', topic: 'test.orders.v1', values: [3] },
    ]);
  });

  it('sends again by another producer of that name, which fences the one that failed', async () => {
    let attempts = 0;
    stage.take = () => {
      if ((attempts += 1) === 1) throw new Error('Kafka is away');
    };
    await publish(1);
    await relay();
    await reaches(1);

    expect(stage.sends).toEqual([{ producer: 'test.kit-test-outbox 2', topic: 'test.orders.v1', values: [1] }]);
    expect(new Set(stage.producers).size).toBe(1);
  });

  it('sets aside what Kafka rejects for good, and sends the rest one by one', async () => {
    stage.take = (records) => {
      if (records.some(({ value }) => value!.includes('2'))) throw new RecordRejected('INVALID_RECORD', null);
    };
    const reported = vi.spyOn(stage.options.log, 'error');
    for (const counter of [outboxSent, outboxRejected]) counter.reset();
    await publish(1, 2, 3);
    await relay();
    await reaches(1, 3);
    await publish(4);
    await reaches(1, 3, 4);
    await eventually(async () => expect(await stage.unsent()).toEqual([]));

    expect(stage.sends.map(({ values }) => values)).toEqual([[1], [3], [4]]);
    expect(await stage.query('select payload, refusal, sent_at from outbox where refused_at is not null')).toEqual([
      { payload: '{"version":2}', refusal: 'INVALID_RECORD', sent_at: null },
    ]);
    expect((await outboxSent.get()).values).toMatchObject([{ value: 3 }]);
    expect((await outboxRejected.get()).values).toEqual([{ labels: { topic: 'orders.v1' }, value: 1 }]);
    expect(reported.mock.calls).toEqual([
      [
        {
          eventId: expect.any(String),
          topic: 'orders.v1',
          type: 'changed',
          key: expect.stringMatching(/^order:/),
          bytes: '{"version":2}'.length,
          rejection: 'INVALID_RECORD',
        },
        expect.any(String),
      ],
    ]);
    reported.mockRestore();
  });

  it('sends nothing one by one by a producer that it opened after its session was lost', async () => {
    stage.take = (records) => {
      if (records.some(({ value }) => value!.includes('2'))) throw new RecordRejected('INVALID_RECORD', null);
    };
    const fencedProducer = async (name: string) => {
      const producer = await stage.kafka.fencedProducer(name);
      if (stage.producers.length === 2) await endSession();
      return producer;
    };
    await publish(1, 2, 3);
    await relay({ kafka: { ...stage.kafka, fencedProducer } });
    await reaches(1, 3);
    await eventually(async () => expect(await stage.unsent()).toEqual([]));

    expect(stage.sends.map(({ producer }) => producer)).not.toContain('test.kit-test-outbox 2');
  });

  it('replaces its producer now and then, so that Kafka does not forget the name', async () => {
    await relay({ producerAgeMs: 1 });
    for (const version of [1, 2, 3]) {
      await publish(version);
      await eventually(() => expect(published()).toContain(version));
    }

    expect(published()).toEqual([1, 2, 3]);
    expect(new Set(stage.sends.map(({ producer }) => producer)).size).toBeGreaterThan(1);
  });

  it('goes on with another connection when it loses its own', async () => {
    await relay();
    await publish(1);
    await reaches(1);
    // An event whose mark is lost with the connection would be sent twice.
    await eventually(async () => expect(await stage.unsent()).toEqual([]));
    await endSession();
    await publish(2);
    await reaches(1, 2);

    expect(new Set(stage.sends.map(({ producer }) => producer)).size).toBe(2);
  });

  it('is one of a service at a time; the next one begins when it ends', async () => {
    const first = await relay();
    await publish(1);
    await reaches(1);
    await relay({ topicPrefix: 'second.' });
    await publish(2);
    await reaches(1, 2);
    await first[Symbol.asyncDispose]();
    await publish(3);
    await reaches(1, 2, 3);

    expect(stage.sends.map(({ topic }) => topic)).toEqual(['test.orders.v1', 'test.orders.v1', 'second.orders.v1']);
  });

  it('sends nothing once it has ended', async () => {
    const ended = await relay();
    await publish(1);
    await reaches(1);
    await ended[Symbol.asyncDispose]();
    await publish(2);

    expect(stage.orm.relay.isHere).toBe(false);
    expect(published()).toEqual([1]);
    expect(await stage.unsent()).toHaveLength(1);
  });

  it('publishes again what Kafka has lost of a topic', async () => {
    await publish(1, 2);
    await stage.query('update outbox set sent_at = now()');
    stage.ends = [{ partition: 0, low: 3n, high: 9n }];
    await relay();
    await reaches(1, 2);

    await eventually(async () => expect(await stage.unsent()).toEqual([]));
    expect(stage.sends).toHaveLength(1);
  });
});

describe('a relay that sleeps', () => {
  const reachesSoon = (...versions: number[]) => eventually(() => expect(published()).toEqual(versions), SOON);
  /** As another process writes it. */
  const insert = (version: number, setting = '') =>
    stage.query(
      `with setting as materialized (select set_config(?, 'on', true))
       insert into outbox (event_id, topic, key, type, payload, request_id, occurred_at)
       select ?::uuid, 'orders.v1', 'order:1', 'changed', ?, 'test', now() from setting`,
      [setting || 'estampa.none', newId(), JSON.stringify({ version })],
    );
  // With timers that stand still it never wakes up by itself.
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await relay();
    await publish(1);
    await reachesSoon(1);
    await eventually(async () => (await stage.unsent()).length === 0, SOON);
  });

  it('is woken by its own process', async () => {
    await publish(2);
    await reachesSoon(1, 2);
    expect(stage.sends).toHaveLength(2);
  });

  it('is woken by PostgreSQL when another process publishes', async () => {
    await insert(2);
    await reachesSoon(1, 2);
    expect(stage.sends).toHaveLength(2);
  });

  it('finds after a while what no wake-up says', async () => {
    await insert(2, QUIET);
    await eventually(() => {
      vi.advanceTimersByTime(SLOW_POLL_MS);
      expect(published()).toEqual([1, 2]);
    }, SOON);
  });
});
