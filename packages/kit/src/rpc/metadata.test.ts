import { Metadata } from '@grpc/grpc-js';
import { describe, expect, it } from 'vitest';
import { type EventReference, newCall } from './call.ts';
import { EVENTS_BYTES_MAX, fromMetadata, READ_POSITION, takeEvents, toMetadata, withEvents } from './metadata.ts';

const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const CALL = newCall({
  requestId: 'r-1',
  traceparent: TRACE,
  clientAddress: '203.0.113.7',
  caller: { userId: 'u', roles: ['customer'], sellerProfileId: null, sessionId: 's' },
  idempotency: { key: 'k', scope: 'u post /x', bodyDigest: 'd' },
  deadline: 1,
});

describe('a call', () => {
  it('travels with its key where it was meant for the next service', () => {
    const { deadline: _own, ...sent } = CALL;

    expect(fromMetadata(toMetadata(CALL, true))).toEqual({ ...sent, deadline: null });
    expect(fromMetadata(toMetadata(CALL, false))).toEqual({ ...sent, deadline: null, idempotency: null });
  });

  it('of nobody takes along no more than there is', () => {
    const metadata = toMetadata(newCall({ requestId: 'r-1' }), true);

    expect(metadata.getMap()).toEqual({ 'x-request-id': 'r-1' });
    expect(fromMetadata(metadata)).toEqual(newCall({ requestId: 'r-1' }));
  });

  it.each([
    ['0/16B3748', '0/16B3748'],
    ['FFFFFFFF/FFFFFFFF', 'FFFFFFFF/FFFFFFFF'],
    ['', null],
    ['16B3748', null],
    ['0/0/0', null],
    ['0/16b3748', null],
    ['123456789/0', null],
    ["0/0'; --", null],
  ])('is to show what was committed up to %j when that is a position', (position, readPosition) => {
    const metadata = new Metadata();
    metadata.set(READ_POSITION, position);
    const call = fromMetadata(metadata);

    expect(call.readPosition).toBe(readPosition);
    expect(toMetadata(call, false).get(READ_POSITION)).toEqual([]);
  });

  it('has an id, though none came with it', () => {
    const [one, other] = [new Metadata(), new Metadata()].map((metadata) => fromMetadata(metadata).requestId);

    expect(one).toMatch(/^[\da-f-]{36}$/);
    expect(other).not.toBe(one);
  });

  it.each([
    ['x'.repeat(TRACE.length), null],
    [`x${TRACE}`, null],
    [`${TRACE}x`, null],
    [TRACE.toUpperCase(), null],
    [TRACE, TRACE],
  ])('is part of the trace %s when that is one', (traceparent, trace) => {
    const metadata = new Metadata();
    metadata.set('traceparent', traceparent);

    expect(fromMetadata(metadata).traceparent).toBe(trace);
    expect(toMetadata(CALL, true, traceparent).get('traceparent')).toEqual(trace === null ? [] : [trace]);
  });
});

describe('the events of a call', () => {
  /** With the comma that follows it, as many bytes as are asked for. */
  const eventOf = (bytes: number): EventReference => ({
    topic: 'orders.v1',
    kind: 'order',
    id: 'x'.repeat(bytes - 17),
  });
  const arrived = (events: EventReference[], hasMoreEvents = false) => {
    const call = newCall({ requestId: 'r', events: [eventOf(20)] });
    takeEvents(call, withEvents(new Metadata(), { events, hasMoreEvents }));
    return [call.events.slice(1), call.hasMoreEvents];
  };
  const half = eventOf(EVENTS_BYTES_MAX / 2);
  const more = eventOf(EVENTS_BYTES_MAX / 2 + 1);

  it.each<[string, EventReference[], boolean, unknown]>([
    ['none', [], false, [[], false]],
    ['none that fit', [], true, [[], true]],
    ['some', [eventOf(20), eventOf(30)], false, [[eventOf(20), eventOf(30)], false]],
    ['more, as the call knows', [eventOf(20)], true, [[eventOf(20)], true]],
    ['as many as fit', [half, half], false, [[half, half], false]],
    ['none, when the first is too long', [eventOf(EVENTS_BYTES_MAX + 1), half], false, [[], true]],
    ['one that fits no more', [half, more, eventOf(20)], false, [[half], true]],
  ])('are named: %s', (_what, events, hasMore, expected) => {
    expect(arrived(events, hasMore)).toEqual(expected);
  });

  it('are not mentioned where there are none', () => {
    expect(withEvents(new Metadata(), { events: [], hasMoreEvents: false }).getMap()).toEqual({});
  });
});
