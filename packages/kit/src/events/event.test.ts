import { newId } from '@estampa/kernel/ids';
import { expect, it } from 'vitest';
import { eventAttributes, readEvent } from './event.ts';

const ID = newId();
const HEADERS = {
  'event-id': Buffer.from(ID),
  'event-type': 'order_placed',
  'occurred-at': '2026-11-27T10:00:00.000Z',
  'request-id': 'r-1',
  traceparent: Buffer.from('a trace'),
};
const [key, value] = [Buffer.from('order:1'), Buffer.from('{}')];
const EVENT = {
  id: ID,
  topic: 'orders.v1',
  key: 'order:1',
  type: 'order_placed',
  payload: '{}',
  requestId: 'r-1',
  traceparent: 'a trace',
  occurredAt: new Date('2026-11-27T10:00:00.000Z'),
} as const;

it('reads what a service published', () => {
  expect(readEvent('orders.v1', { key, value, headers: HEADERS })).toEqual(EVENT);
});

it('reads what an event has at least', () => {
  expect(readEvent('orders.v1', { key, value, headers: { 'event-id': ID } })).toEqual({
    ...EVENT,
    type: '',
    requestId: ID,
    traceparent: null,
    occurredAt: new Date(0),
  });
});

it.each([
  ['without an id', { key, value, headers: { ...HEADERS, 'event-id': undefined } }],
  ['with an id that is none', { key, value, headers: { ...HEADERS, 'event-id': '1' } }],
  ['without a key', { key: null, value, headers: HEADERS }],
  ['without a value', { key, value: null, headers: HEADERS }],
])('passes over what nobody of ours published: %s', (_what, record) => {
  expect(readEvent('orders.v1', record)).toBeNull();
});

it('shows in traces what an event is about, and nothing of its payload', () => {
  expect(eventAttributes(EVENT)).toEqual({
    'messaging.system': 'kafka',
    'messaging.destination.name': 'orders.v1',
    'messaging.message.id': ID,
    'messaging.kafka.message.key': 'order:1',
    'estampa.event_type': 'order_placed',
  });
});
