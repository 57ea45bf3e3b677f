import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eventsConsumed, eventsDelay } from '../telemetry/metrics.ts';
import { type TraceSpan, traceBy } from '../telemetry/trace.ts';
import { applyAtOnce, offered } from './apply-at-once.ts';
import type { Event } from './event.ts';
import { type Consumer, subscribe, type Subscription } from './subscribe.ts';

const message = { fromJSON: (json: unknown) => json };
const apply = async () => undefined;
const upserting = (upsertAtOnce: NonNullable<Subscription<unknown>['upsertAtOnce']>) =>
  subscribe(message, { apply, upsertAtOnce });
const on: Record<string, Subscription<unknown>> = {
  product: upserting(async () => []),
  order: subscribe(message, { apply }),
};

const RECORDED = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;

const eventsOf = (...keys: string[]): Event[] =>
  keys.map((key, place) => ({
    id: `${key}@${place}`,
    topic: 'catalog.v1',
    key,
    type: 'changed',
    payload: '{}',
    requestId: 'request',
    traceparent: RECORDED,
    occurredAt: new Date(0),
  }));
const idsOf = (events: readonly { id: string }[]) => events.map(({ id }) => id);

describe('events that one statement may upsert', () => {
  it.each([
    ['nothing of kinds that only know the usual way', ['order:1', 'order:2'], []],
    ['nothing of kinds that are not consumed', ['refund:1'], []],
    ['each of another aggregate', ['product:1', 'order:1', 'product:2'], ['product:1@0', 'product:2@2']],
    ['only the first of an aggregate, so that none overtakes another', ['product:1', 'product:1'], ['product:1@0']],
  ])('is %s', (_, keys, expected) => {
    expect(idsOf([...offered({ on }, eventsOf(...keys)).values()].flat())).toEqual(expected);
  });
});

describe('what one statement has upserted', () => {
  let notified: string[];
  beforeEach(() => {
    notified = [];
    eventsConsumed.reset();
    eventsDelay.reset();
  });

  const applying = {
    orm: { em: { fork: () => 'a connection' } },
    watch: { applied: (ids: readonly string[]) => notified.push(...ids) },
  } as never;
  const consumer = (more: Record<string, Subscription<unknown>>): Consumer<unknown> => ({
    topic: 'catalog.v1',
    on: { ...on, ...more },
  });
  /** All but the second of what it is offered. */
  const mostly = consumer({
    product: upserting(async (em, events) => (em === ('a connection' as never) ? idsOf(events.toSpliced(1, 1)) : [])),
  });
  const EVENTS = eventsOf('product:1', 'order:1', 'product:2', 'product:3', 'product:1');

  it('leaves the rest in its order, and is known at once to those who wait', async () => {
    expect(idsOf(await applyAtOnce(applying, mostly, EVENTS))).toEqual(['order:1@1', 'product:2@2', 'product:1@4']);
    expect(notified).toEqual(['product:1@0', 'product:3@3']);
  });

  it('is counted, with the time since the first of them happened', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 2_000 });
    await applyAtOnce(applying, mostly, EVENTS);
    vi.setSystemTime(-1_000);
    await applyAtOnce(applying, mostly, EVENTS);
    vi.useRealTimers();

    expect((await eventsConsumed.get()).values).toEqual([
      { labels: { topic: 'catalog.v1', outcome: 'applied' }, value: 4 },
    ]);
    // An event of a clock that is ahead has taken no time.
    const ofTopic = (await eventsDelay.get()).values.filter(({ metricName }) => metricName?.endsWith('_sum'));
    expect(ofTopic).toMatchObject([{ labels: { topic: 'catalog.v1' }, value: 2 }]);
  });

  it('is a step in the trace of each', async () => {
    const steps: unknown[] = [];
    const span = (name: string, kind: string): TraceSpan => ({
      traceparent: '',
      exemplar: null,
      set: (attributes) => steps.push([name, kind, attributes['messaging.message.id']]),
      event: () => undefined,
      end: () => steps.push('end'),
    });
    traceBy({ begin: span });
    await applyAtOnce(applying, mostly, EVENTS).finally(() => traceBy(null));

    const step = (id: string) => ['process catalog.v1', 'consumer', id];
    expect(steps).toEqual([step('product:1@0'), step('product:3@3'), 'end', 'end']);
  });

  it.each<[string, Subscription<unknown>]>([
    ['fails', upserting(() => Promise.reject(new Error('not now')))],
    [
      'fails at once',
      upserting(() => {
        throw new Error('not now');
      }),
    ],
    ['has upserted none', upserting(async () => [])],
  ])('is nothing where it %s', async (_which, product) => {
    expect(await applyAtOnce(applying, consumer({ product }), EVENTS)).toBe(EVENTS);
    expect([notified, (await eventsConsumed.get()).values]).toEqual([[], []]);
  });

  it('is of each kind by itself', async () => {
    const product = upserting(async () => Promise.reject(new Error('not now')));
    const order = upserting(async (_em, events) => idsOf(events));

    expect(idsOf(await applyAtOnce(applying, consumer({ product, order }), EVENTS))).not.toContain('order:1@1');
  });
});
