import { describe, expect, it } from 'vitest';
import { offered } from './apply-at-once.ts';
import { subscribe, type Subscription } from './subscribe.ts';
import type { Event } from './event.ts';

const message = { fromJSON: (json: unknown) => json };
const apply = async () => undefined;
const on: Record<string, Subscription<unknown>> = {
  product: subscribe(message, { apply, upsertAtOnce: async () => [] }),
  order: subscribe(message, { apply }),
};

const eventsOf = (...keys: string[]): Event[] =>
  keys.map((key, place) => ({
    id: `${key}@${place}`,
    topic: 'catalog.v1',
    key,
    type: 'changed',
    payload: '{}',
    requestId: 'request',
    traceparent: null,
    occurredAt: new Date(0),
  }));

describe('events that one statement may upsert', () => {
  it.each([
    ['nothing of kinds that only know the usual way', ['order:1', 'order:2'], []],
    ['each of another aggregate', ['product:1', 'order:1', 'product:2'], ['product:1@0', 'product:2@2']],
    ['only the first of an aggregate, so that none overtakes another', ['product:1', 'product:1'], ['product:1@0']],
  ])('is %s', (_, keys, expected) => {
    expect([...offered({ on }, eventsOf(...keys)).values()].flat().map(({ id }) => id)).toEqual(expected);
  });
});
