import { describe, expect, it } from 'vitest';
import type { TraceSpan } from '../telemetry/trace-span.ts';
import { callFor, locksOf, portions } from './apply-events.ts';
import { type Consumer, subscribe } from './consumers.ts';
import type { Event } from './event.ts';
import { shared } from './state-locks.ts';

const message = { fromJSON: (json: unknown) => json };
const on: Consumer<null>['on'] = {
  product: subscribe(message, { applyBatch: async () => undefined }),
  template: subscribe(message, { apply: async () => undefined }),
};

describe('what is applied at once', () => {
  it.each([
    ['nothing', [], []],
    ['each event of a kind that is applied one by one', ['template:1', 'template:1'], [['template:1'], ['template:1']]],
    [
      'all events of a kind that is applied in batches, in their order, at the position of the first',
      ['template:1', 'product:1', 'template:2', 'product:2', 'product:1'],
      [['template:1'], ['product:1', 'product:2', 'product:1'], ['template:2']],
    ],
  ])('is %s', (_what, keys, expected) => {
    const events = keys.map((key) => ({ key }) as Event);

    expect(portions(on, events).map(({ some }) => some.map(({ key }) => key))).toEqual(expected);
  });
});

it('an event is applied as a call of the service, in the trace that the event is part of', () => {
  const event = { requestId: 'r-1', traceparent: 'of the event' } as Event;
  const step = { traceparent: 'of the step' } as TraceSpan;

  const call = callFor({ service: 'catalog' }, event, null);
  expect(call).toMatchObject({ requestId: 'r-1', traceparent: 'of the event', span: null, lane: 'consumers' });
  expect(call.caller).toMatchObject({ userId: 'catalog', roles: ['service'] });
  expect(callFor({ service: 'catalog' }, event, step)).toMatchObject({ traceparent: 'of the step', span: step });
});

it('what the handlers of all events lock is known before the first', () => {
  const locking = subscribe(message, { locks: (name) => [shared(String(name))], apply: async () => undefined });
  const events = ['"a"', '"b"'].map((payload) => ({ key: 'product:1', payload }) as Event);

  expect(locksOf({ product: locking }, events)).toEqual([shared('a'), shared('b')]);
});
