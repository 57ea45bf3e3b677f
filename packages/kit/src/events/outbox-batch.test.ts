import { expect, it } from 'vitest';
import { COMPRESSED_FROM_BYTES } from './event-size.ts';
import { type TraceSpan, traceBy } from '../telemetry/trace.ts';
import type { OutgoingRecord } from './kafka/client.ts';
import { type OutboxRow, sendBatch } from './outbox-batch.ts';
import { kindOf } from './outbox.ts';

const row = (changes: Partial<OutboxRow> = {}): OutboxRow => ({
  id: '1',
  event_id: 'e-1',
  topic: 'orders.v1',
  key: 'order:1',
  type: 'order_placed',
  payload: '{}',
  request_id: 'r-1',
  traceparent: null,
  occurred_at: new Date('2026-11-27T10:00:00.000Z'),
  bytes: 2,
  ...changes,
});

async function sent(rows: readonly OutboxRow[]) {
  let [all, compressed]: [readonly OutgoingRecord[], boolean | undefined] = [[], undefined];
  const producer = {
    async send(records: readonly OutgoingRecord[], { isCompressed }: { isCompressed?: boolean } = {}) {
      [all, compressed] = [records, isCompressed];
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
  await sendBatch(producer, 'test.', rows);
  return { all, compressed };
}

it('a record is an event with what is known of it', async () => {
  const { all } = await sent([row(), row({ traceparent: 'a trace' })]);

  const headers = {
    'event-id': 'e-1',
    'event-type': 'order_placed',
    'occurred-at': '2026-11-27T10:00:00.000Z',
    'request-id': 'r-1',
  };
  expect(all).toEqual([
    { topic: 'test.orders.v1', key: 'order:1', value: '{}', headers },
    { topic: 'test.orders.v1', key: 'order:1', value: '{}', headers: { ...headers, traceparent: 'a trace' } },
  ]);
});

it.each([
  [COMPRESSED_FROM_BYTES / 2 - 1, false],
  [COMPRESSED_FROM_BYTES / 2, true],
])('two events of %i bytes are compressed: %s', async (bytes, isCompressed) => {
  expect((await sent([row({ bytes }), row({ bytes: COMPRESSED_FROM_BYTES / 2 })])).compressed).toBe(isCompressed);
});

it('an event that Kafka does not take fails its batch', async () => {
  const producer = {
    send: async () => Promise.reject(new Error('Kafka is away')),
    [Symbol.asyncDispose]: async () => undefined,
  };

  await expect(sendBatch(producer, '', [row()])).rejects.toThrow('Kafka is away');
});

it.each([
  ['order:1', 'order'],
  ['seller_profile:a:b', 'seller_profile'],
])('the key %s is of one of the kind %s', (key, kind) => {
  expect(kindOf(key)).toBe(kind);
});

it.each([
  ['is sent', async () => undefined, null],
  ['is not sent', async () => Promise.reject(new Error('Kafka is away')), 'not_sent'],
])('a step of its trace says that an event %s, and goes with it', async (_what, send, failure) => {
  const steps: unknown[] = [];
  const begin = (...given: unknown[]): TraceSpan => ({
    traceparent: 'the step',
    exemplar: null,
    set: (attributes) => steps.push([...given, attributes['messaging.message.id']]),
    event: () => undefined,
    end: (how) => steps.push(how),
  });
  let records: readonly OutgoingRecord[] = [];
  const producer = {
    send: (all: readonly OutgoingRecord[]) => {
      records = all;
      return send();
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
  const recorded = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;
  traceBy({ begin });
  await sendBatch(producer, '', [row({ traceparent: recorded }), row({ event_id: 'e-2' })])
    .catch(() => undefined)
    .finally(() => traceBy(null));

  expect(steps).toEqual([['send orders.v1', 'producer', recorded, 'e-1'], failure]);
  expect(records.map(({ headers }) => headers['traceparent'])).toEqual(['the step', undefined]);
});
