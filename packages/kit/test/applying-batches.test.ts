import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeAndMark } from '../src/events/inbox.ts';
import { type Consumer, subscribe } from '../src/events/subscribe.ts';
import {
  anEvent,
  consumerOf,
  type EventStage,
  openEventStage,
  type StageContext,
  stepType,
  store,
} from './event-stage.ts';

let stage: EventStage;
beforeAll(async () => {
  stage = await openEventStage();
});
afterAll(() => stage?.[Symbol.asyncDispose]());
beforeEach(() => stage.clear());

describe('a kind whose handler takes batches', () => {
  const counting = (seen: unknown[]) =>
    consumerOf(
      subscribe(stepType, {
        ahead: async (_context: StageContext, received) => received.length,
        applyBatch: async (context: StageContext, received, prepared) => {
          seen.push([prepared, received.map(({ message }) => message.name)]);
          for (const { message } of received) await store(context, message);
          return received.length;
        },
      }),
      { conclude: async (_context, results) => seen.push(results) },
    );

  it('gets them at once, with what was queried ahead, and concludes once', async () => {
    const seen: unknown[] = [];

    await stage.apply([anEvent({ name: 'a' }), anEvent({ name: 'b' })], counting(seen));

    expect(seen).toEqual([[2, ['a', 'b']], [2]]);
  });

  it('gets nothing that was queried ahead when one of them was applied before', async () => {
    const [known, fresh] = [anEvent({ name: 'known' }), anEvent({ name: 'fresh' })];
    await stage.apply([known]);
    const seen: unknown[] = [];

    await stage.apply([known, fresh], counting(seen));

    expect(seen).toEqual([[undefined, ['fresh']], [1]]);
    expect(await stage.effects()).toEqual(['known', 'fresh']);
  });

  it('gets two hundred at most, and the partition goes on after each batch', async () => {
    const seen: unknown[] = [];
    const events = Array.from({ length: 401 }, () => anEvent({ name: 'x' }));
    const reached = await stage.apply(events, counting(seen));

    expect(seen.filter((_one, at) => at % 2 === 1)).toEqual([[200], [200], [1]]);
    expect(reached).toEqual([events[199], events[399], events[400], events[400]]);
  });

  it('is applied where its first event stands among those of others', async () => {
    const order: string[] = [];
    const mixed: Consumer<StageContext> = {
      topic: 'orders.v1',
      on: {
        order: subscribe(stepType, { apply: async (_context: StageContext, { name }) => order.push(name) }),
        payment: subscribe(stepType, {
          applyBatch: async (_context: StageContext, received) =>
            order.push(received.map(({ message }) => message.name).join('+')),
        }),
      },
    };
    const payment = (name: string) => anEvent({ name }, { key: `payment:${name}` });

    await stage.apply([anEvent({ name: '1' }), payment('2'), anEvent({ name: '3' }), payment('4')], mixed);

    expect(order).toEqual(['1', '2+4', '3']);
  });
});

describe('a kind that stores at once', () => {
  const STORE = storeAndMark(
    `insert into effect select name from unnest($1::text[]) as name, settings returning substr(name, 1, 36)::uuid as event_id`,
  );
  const atOnce = consumerOf(
    subscribe(stepType, {
      apply: store,
      upsertAtOnce: async (em, events) => (await STORE.all(em, [events.map(({ id }) => id)])).map(({ id }) => id),
    }),
  );

  it('needs no transaction of several round trips', async () => {
    const events = [anEvent({ name: 'x' }), anEvent({ name: 'y' })];

    expect(await stage.apply(events, atOnce)).toEqual([events[1]]);

    expect(await stage.effects()).toEqual(events.map(({ id }) => id));
    expect(await stage.inboxState(events[0]!)).toBe('applied');
    expect(await stage.outcomeOf(events[0]!)).toBe('applied');
    expect(stage.woken).toEqual([]);
  });

  it('takes the first event of an aggregate alone, and the others follow in their order', async () => {
    const [first, other] = [anEvent({ name: 'x' }), anEvent({ name: 'y' })];
    const events = [first, anEvent({ name: 'again' }, { key: first.key }), other];

    await stage.apply(events, atOnce);

    expect((await stage.effects()).toSorted()).toEqual([first.id, other.id, 'again'].toSorted());
  });

  it('applies as usual what it could not store', async () => {
    const failing = consumerOf(
      subscribe(stepType, {
        apply: store,
        upsertAtOnce: () => {
          throw new Error('not now');
        },
      }),
    );

    await stage.apply([anEvent({ name: 'as usual' })], failing);

    expect(await stage.effects()).toEqual(['as usual']);
  });
});
