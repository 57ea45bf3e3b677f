import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { finish, leaveUnfinished } from '../src/events/inbox.ts';
import { subscribe } from '../src/events/subscribe.ts';
import {
  anEvent,
  consumerOf,
  type EventStage,
  oneByOne,
  openEventStage,
  type StageContext,
  stepType,
  store,
} from './event-stage.ts';

const SERIALIZATION_FAILURE = '40001';

let stage: EventStage;
beforeAll(async () => {
  stage = await openEventStage();
});
afterAll(() => stage?.[Symbol.asyncDispose]());
beforeEach(() => stage.clear());

describe('the events of a fetch', () => {
  it('are applied once, in order and as their service', async () => {
    const events = ['first', 'second', 'third'].map((name) => anEvent({ name }));

    expect(await stage.apply(events)).toEqual([events[2]]);
    expect(await stage.apply(events)).toEqual([events[2]]);

    expect(await stage.effects()).toEqual(['first', 'second', 'third']);
    expect(stage.woken.map(({ requestId }) => requestId)).toEqual(events.map(({ requestId }) => requestId));
    expect(stage.woken[0]!.caller).toMatchObject({ roles: ['service'], userId: 'kit-test' });
    expect(await stage.inboxState(events[1]!)).toBe('applied');
    expect(await stage.outcomeOf(events[0]!)).toBe('applied');
  });

  it('are none of this consumer’s when there are none', async () => {
    expect(await stage.apply([])).toEqual([]);
  });

  it('stay unapplied once the consumer stops', async () => {
    expect(await stage.apply([anEvent({ name: 'too long' })], oneByOne, AbortSignal.abort())).toEqual([]);
    expect(await stage.effects()).toEqual([]);
  });

  it('go on past one that is rejected five times, which is set aside with all that it says', async () => {
    const bad = anEvent(
      { name: 'bad', isRejected: true },
      { traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` },
    );
    const events = [anEvent({ name: 'before' }), bad, anEvent({ name: 'after' })];

    expect(await stage.apply(events)).toEqual([...events, events[2]]);

    expect(await stage.effects()).toEqual(['before', 'after']);
    expect(await stage.outcomeOf(bad)).toBe('parked');
    expect(await stage.query('select * from dead_letter')).toEqual([
      expect.objectContaining({
        event_id: bad.id,
        topic: bad.topic,
        key: bad.key,
        type: bad.type,
        payload: bad.payload,
        request_id: bad.requestId,
        traceparent: bad.traceparent,
        reason: 'Error: bad is rejected',
        attempts: 5,
      }),
    ]);
    expect(await stage.query('select * from event_attempt')).toEqual([]);
  });

  it('continue the attempts that another replica has counted', async () => {
    const bad = anEvent({ name: 'bad', isRejected: true });
    await stage.query('insert into event_attempt (event_id, attempts) values (?, 4)', [bad.id]);

    await stage.apply([bad]);

    expect(await stage.query('select attempts from dead_letter')).toEqual([{ attempts: 5 }]);
  });

  it('are retried after transient errors, which count for nothing', async () => {
    let tries = 0;
    const shaky = consumerOf(
      subscribe(stepType, {
        apply: async (context: StageContext, step) => {
          tries += 1;
          if (tries < 3) throw Object.assign(new Error('try again'), { code: SERIALIZATION_FAILURE });
          await store(context, step);
        },
      }),
    );

    const events = [anEvent({ name: 'one' }), anEvent({ name: 'two' })];
    expect(await stage.apply(events, shaky)).toEqual([events[1]]);

    expect(await stage.effects()).toEqual(['one', 'two']);
    expect(await stage.query('select * from event_attempt')).toEqual([]);
  });

  it('forget the attempts of one that is applied in the end', async () => {
    let tries = 0;
    const second = consumerOf(
      subscribe(stepType, {
        apply: async (context: StageContext, step) => {
          tries += 1;
          await store(context, { ...step, isRejected: tries === 1 });
        },
      }),
    );

    await stage.apply([anEvent({ name: 'at last' })], second);

    expect(await stage.effects()).toEqual(['at last']);
    expect(await stage.query('select * from event_attempt')).toEqual([]);
  });
});

it('an event of several steps is applied when the last one is done', async () => {
  const stepwise = consumerOf(
    subscribe(stepType, {
      apply: async ({ em }: StageContext, _step, { id }) => leaveUnfinished(em, id),
    }),
  );
  const event = anEvent({ name: 'long' });
  await stage.apply([event], stepwise);
  expect(await stage.inboxState(event)).toBe('unfinished');
  expect(await stage.applying.watch.outcome([event.id], { longestMs: 1 })).toBe('late');

  const waiting = stage.outcomeOf(event);
  await finish(stage.applying.orm.em.fork(), event.id);

  expect(await waiting).toBe('applied');
  expect(await stage.inboxState(event)).toBe('applied');
});
